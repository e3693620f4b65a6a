"""`concord devices`."""

import json

from support import CliTestCase


class Devices(CliTestCase):
    def test_json(self):
        listed = json.loads(self.succeed("devices", "-f", "json").stdout)
        self.assertEqual(list(listed), ["schema", "version", "devices", "cores", "vectors"])
        self.assertEqual(listed["schema"], "concord.devices/1")
        self.assertEqual(listed["devices"][0]["name"], "cpu")
        self.assertTrue(listed["devices"][0]["usable"])
        self.assertTrue(all(list(each) == ["name", "usable", "detail"] for each in listed["devices"]))
        self.assertGreaterEqual(listed["cores"], 1)
        self.assertIn("baseline", listed["vectors"])

    def test_tsv(self):
        lines = self.succeed("devices").stdout.splitlines()
        self.assertEqual(lines[0], "name\tusable\tdetail")
        self.assertTrue(lines[1].startswith("cpu\tyes\t"))

    def test_text(self):
        self.assertRegex(self.succeed("devices", "-f", "text").stdout, r"(?m)^cpu +ready +\S")
        self.assertIn("ready", self.on_terminal("devices"))
