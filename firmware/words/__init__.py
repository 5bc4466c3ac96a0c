"""Words: every sentence for people is made here, from facts that hold none."""
