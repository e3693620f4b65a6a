"""Pages in Chromium with the network off: what is shown, how it fits, that nothing is loaded and nothing goes wrong."""

import base64
import json
import os
import pathlib
import shutil
import time

import pages
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from support import CliTestCase

SWITCHES = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
            "--host-resolver-rules=MAP * ~NOTFOUND")
PAPER = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 27)"}
# Parts that are wider than the page and not within something that scrolls by itself.
TOO_WIDE = """return [...document.querySelectorAll('body *')].filter(e => !e.closest('.scroll') && !e.closest('svg') &&
    e.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map(e => e.outerHTML.slice(0, 80))"""


class Browser(CliTestCase):
    @classmethod
    def setUpClass(cls):
        options = webdriver.ChromeOptions()
        for switch in SWITCHES:
            options.add_argument(switch)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        cls.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        cls.addClassCleanup(cls.driver.quit)
        cls.pictures = pathlib.Path(os.environ["CONCORD_PICTURES"]) if "CONCORD_PICTURES" in os.environ else None

    def open(self, path, width=1000, scheme="light"):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.driver.get_log("performance"), self.driver.get_log("browser")  # what was before
        self.driver.get(pathlib.Path(path).as_uri())
        self.assertEqual(self.driver.get_log("browser"), [])
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.assertRegex(message["params"]["request"]["url"], r"^(file|data):")

    def script(self, code):
        return self.driver.execute_script(code)

    def take_picture(self, name, width):
        height = self.script("return document.documentElement.scrollHeight")
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}})
        png = base64.b64decode(shot["data"])
        self.assertTrue(png.startswith(b"\x89PNG"))
        if self.pictures:
            self.pictures.mkdir(exist_ok=True)
            (self.pictures / name).write_bytes(png)

    def shown_numbers(self):
        return self.script("return [...document.querySelectorAll('.numbers b')].map(e => e.innerText)")

    def test_pages_fit_and_load_nothing(self):
        for name, (path, _) in pages.reports(self).items():
            for width, scheme in ((1000, "light"), (360, "dark")):
                with self.subTest(name, width=width):
                    self.open(path, width, scheme)
                    self.assertLessEqual(self.script("return document.documentElement.scrollWidth"), width)
                    self.assertEqual(self.script(TOO_WIDE), [])
                    self.assertEqual(self.script("return getComputedStyle(document.body).backgroundColor"), PAPER[scheme])
                    self.assertEqual(self.script("return document.querySelectorAll('button:not([hidden])').length > 0"),
                                     True)  # the script ran
                    self.take_picture(f"{name}-{width}-{scheme}.png", width)

    def test_numbers_are_whole_on_a_telephone(self):
        broken = """return [...document.querySelectorAll('td.number, .numbers b')].filter(e => {
            const range = document.createRange(); range.selectNodeContents(e);
            return /^[\\d,.%]+$/.test(e.innerText) && range.getClientRects().length > 1}).map(e => e.innerText)"""
        cut = """return [...document.querySelectorAll('#longest table, #nearest table, #curve-texts th')].filter(e =>
            e.getBoundingClientRect().right > document.documentElement.clientWidth).map(e => e.outerHTML.slice(0, 80))"""
        clipped = """return [...document.querySelectorAll('svg text')].filter(e => e.getBoundingClientRect().right >
            e.closest('svg').getBoundingClientRect().right + 1).map(e => e.textContent)"""
        for name, (path, _) in pages.reports(self).items():
            with self.subTest(name):
                self.open(path, 390)
                self.assertEqual(self.script(broken), [])
                self.assertEqual(self.script(clipped), [])
                if name in ("matches", "ends"):
                    self.assertEqual(self.script(cut), [])
                self.take_picture(f"{name}-390-light.png", 390)

    def test_numbers_are_those_of_the_json(self):
        found = pages.reports(self)

        def shown(name):
            self.open(found[name][0])
            return self.shown_numbers(), found[name][1]["result"]

        numbers, result = shown("substring")
        self.assertEqual(numbers[:2], [f"{result['length']}", f"{result['support']} of 30"])
        self.assertEqual(self.script("return document.getElementById('found').innerText"), result["text"])
        numbers, result = shown("region")
        self.assertEqual(numbers[:3], [f"{result['length']}", f"{result['support']} of 30",
                                       f"{len(result['occurrences'])}"])
        numbers, result = shown("subsequence")
        self.assertEqual(numbers[0], f"{result['length']:,}")
        numbers, result = shown("distance")
        self.assertEqual(numbers[0], f"{result['distance']:,}")
        numbers, result = shown("distances")
        each = [distance for a, b, distance in result["pairs"] if a < b]
        self.assertEqual(numbers, [f"{min(each)}", f"{sum(each) / len(each):.3g}", f"{max(each)}"])
        numbers, result = shown("matches")
        self.assertEqual(numbers, [f"{result['count']:,}", f"{max(row[4] for row in result['matches'])}"])
        numbers, result = shown("component")
        self.assertEqual(numbers[:2], [f"{result['size']}", "1 row, 1 column"])

    def test_occurrences_and_their_mismatches_are_shown(self):
        path, printed = pages.reports(self)["substring"]
        self.open(path)
        length = printed["result"]["length"]
        rows = self.script("return document.querySelector('.rows').innerText").splitlines()[1:]
        self.assertEqual(len([row for row in rows if row.strip()]), printed["result"]["support"])
        figures = self.script("return JSON.parse(document.getElementById('concord-figures').textContent)")
        marked = self.script("return [...document.querySelectorAll('.rows b')].map(e => e.innerText).join('')")
        wrong = sum(i * count for i, count in enumerate(figures["mismatches"]["counts"]))
        self.assertEqual(len(marked), wrong)
        letters = self.script("return document.querySelectorAll('#logo use').length")
        self.assertGreaterEqual(letters, length)

    def test_hostile_names_stay_text(self):
        lines = "".join(f">{pages.HOSTILE.replace(' ', '_')}{i}\nGATTACA{'C' * i}\n" for i in range(3))
        path = self.write("reads<i>.fasta", lines.encode())
        self.succeed("substring", "-t", "2", "-o", "out.tsv", "--report", "page.html", path)
        self.open(self.folder / "page.html")
        self.assertTrue(self.driver.title.startswith("concord substring: "))
        self.assertEqual(self.script("return document.querySelectorAll('i i').length"), 0)
        self.assertEqual(self.script("return document.scripts.length"), 3)
        # The other policy: even what the page itself would add later does not run.
        self.script("const s = document.createElement('script'); s.textContent = 'window.taken = 1'; "
                    "document.body.append(s)")
        self.assertIsNone(self.script("return window.taken || null"))

    def test_large_runs_make_pages_that_open_at_once(self):
        reads = self.write("reads.fastq", self.succeed("simulate", "reads", "-n", "20k", "--seed", "2").stdout.encode())
        self.succeed("substring", "-k", "1", "-t", "20%", "-l", "12", "-o", "out.tsv", "--report", "page.html", reads)
        begin = time.monotonic()
        self.open(self.folder / "page.html")
        self.assertEqual(self.script("return document.readyState"), "complete")
        self.assertLess(time.monotonic() - begin, 30)  # on a busy machine; measured: below 1
        timing = self.script("return performance.getEntriesByType('navigation')[0].loadEventEnd")
        print(f"loaded in {timing:.0f} ms")

    def test_paper_shows_everything(self):
        path, _ = pages.reports(self)["substring"]
        self.open(path, scheme="dark")
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.assertEqual(self.script("return getComputedStyle(document.body).backgroundColor"), PAPER["light"])
        self.assertEqual(self.script("return getComputedStyle(document.querySelector('button')).display"), "none")
        pdf = base64.b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
        self.assertTrue(pdf.startswith(b"%PDF"))
