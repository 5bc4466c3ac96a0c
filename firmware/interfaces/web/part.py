"""The page as a part of the table: served to phones, and its address shown on the device.

Nothing of the server is imported here: until somebody looks, a page costs next to nothing.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping

from drivers.inotify import Watch
from drivers.threads import FdThread
from firmware.common.facts.device import AccessPoint, AccessPointChanged, PageFound, PinDrawn
from firmware.common.facts.shown import Shown
from firmware.common.http.qr import codes_of, drawn
from firmware.common.ipc.server import Request, Route
from firmware.common.ipc.socket_path import Words
from firmware.common.system.access_point import OpenWifi, access_point_of, want
from firmware.common.system.ask_root import root_of
from firmware.common.system.state_dir import same_folder
from firmware.core.app.loop import App
from firmware.core.app.pin import Pin
from firmware.interfaces.web.feed import Feed
from firmware.interfaces.web.page import Page
from firmware.interfaces.web.thread import WebThread, addresses_file
from firmware.records.backup.running import Running

logger = logging.getLogger(__name__)


class PagePart(FdThread):
    """The page's thread, its PIN and its feed. A second thread follows what is written down of the
    network for a service: it may come up long after it, or change.
    """

    def __init__(
        self,
        running: Running,
        app: App,
        clock: Callable[[], float],
        taught: Mapping[str, Route],
        pin: Pin,
    ) -> None:
        super().__init__("page's addresses", clock)
        settings = running.settings
        self.feed, self._pin, self._put = Feed(), pin, app.inbox.put
        self._folder, self._shown = settings.state_folder, tuple[str, ...]()
        self._put(PinDrawn(pin.digits))
        self._may_open = settings.wifi.access_point
        self._open: tuple[str, str] | None = None
        self._join_code, badges = None, None
        if settings.web.join:
            from firmware.core.join.badges import Badges  # late: most tables have none that join
            from firmware.interfaces.web.join_code import JoinCode

            goes_on = app.table.phase in ("playing", "scored")
            badges = Badges(self._folder, lambda: pin.digits, goes_on, clock)
            self._join_code = JoinCode(badges, app.inbox.put, clock)
        page = Page(
            feed=self.feed,
            pin=pin,
            put=app.inbox.put,
            running=running,
            clock=clock,
            routes=taught,
            taught=app.stickers.code,
            badges=badges,
        )
        self._web = WebThread(page, settings.web.port, settings.web.names)
        self._followed = os.path.dirname(addresses_file(os.environ))

    def show(self, shown: Shown) -> None:
        """Take what is shown, for pages and for the code that leads a phone to its badge."""
        self.feed.show(shown)
        if self._join_code:
            self._join_code.show(shown)

    def describe(self) -> Words:
        """For `okanjo doctor`: where it is, best first, or else what is missing."""
        return {"page": self._web.addresses(), "page_missing": self._web.missing}

    def routes(self) -> Mapping[str, Route]:
        """To `okanjo pin`, by request: who may ask there may see the device, too."""
        folder = os.path.abspath(self._folder)

        def pin(request: Request) -> Words:
            renews = request.words.get("renew_in")
            if renews and same_folder(str(renews), folder):
                self._put(PinDrawn(self._pin.renew()))
            return {"pin": self._pin.digits, "addresses": self._web.addresses()}

        return {"pin": pin}

    def start(self) -> None:
        """Serve it, and show where it is."""
        if not self._pin.is_kept:
            self._pin.save()
        root_of(os.environ).sweep()
        want(os.environ, self._may_open)
        self._web.start()
        if self._join_code:
            self._join_code.start()
        if self._followed:
            super().start()
        else:
            self._show()

    def stop(self) -> None:
        super().stop()
        if self._join_code:
            self._join_code.stop()
        self._web.stop()

    def _run(self) -> None:
        """Show the addresses at the start, and whenever they may have changed."""
        watch = Watch(self._followed)  # before the first look: what comes in between is news
        try:
            while not self._stopping:
                self._show()
                if watch.fd in self._wait([watch.fd], None):
                    watch.drain()
        finally:
            watch.close()

    def _show(self) -> None:
        """Show the page's address if it is new, and then its codes: drawing them takes a while."""
        if self._may_open:
            self._show_access_point(access_point_of(os.environ))
        addresses = tuple(self._web.addresses())
        if addresses and addresses != self._shown:
            self._shown = addresses
            self._put(PageFound(addresses))
            self._put(PageFound(addresses, *codes_of(addresses[:2][-1], self._folder)))

    def _show_access_point(self, wifi: OpenWifi | None) -> None:
        """An address comes and goes with it, so this is looked at in time."""
        is_open = (wifi.name, wifi.password) if wifi else None
        if is_open == self._open:
            return
        self._open = is_open
        code = drawn([wifi.code]) if wifi else []
        access_point = wifi and AccessPoint(wifi.name, wifi.password, code[0] if code else ())
        self._put(AccessPointChanged(access_point))

    def _failed(self, reason: str) -> None:
        logger.warning(f"the page's addresses: {reason}")
