"""--version, for people and for scripts."""

import json

from support import CliTestCase


class Version(CliTestCase):
    def test_text_is_one_line(self):
        for format_wish in ([], ["--format", "text"]):
            self.assertRegex(self.succeed("--version", *format_wish).stdout, r"^concord \d+\.\d+\.\d+\n$")

    def test_json_tells_what_was_built_in(self):
        for arguments in (["--version", "--format", "json"], ["--format=json", "--version"]):
            reported = json.loads(self.succeed(*arguments).stdout)
            self.assertEqual(reported["schema"], "concord.version/1")
            self.assertEqual(f"concord {reported['version']}\n", self.succeed("--version").stdout)
            self.assertRegex(reported["compiler"], r"^\w+ \d+\.")
            self.assertIn("baseline", reported["vectors"])
            for library in ("CLI11", "Highway", "fmt", "htslib", "libpng", "nlohmann-json", "zlib"):
                self.assertRegex(reported["libraries"][library], r"^\d+\.\d+", library)
            self.assertIsInstance(reported["python"], bool)
            self.assertIn("mpi", reported)
            if reported["cuda"] is not None:
                self.assertRegex(reported["cuda"]["toolkit"], r"^\d+\.\d+")
                self.assertTrue(reported["cuda"]["architectures"])

    def test_format_is_for_the_version_alone(self):
        self.fail_with(2, "--format", "json", "devices", message="--version")
        self.fail_with(2, "--version", "--format", "xml", message="xml")
        self.fail_with(2, "--format", "xml", "--version", message="xml")
