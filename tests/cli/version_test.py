"""--version, for people and for scripts."""

import json

from support import CliTestCase


class Version(CliTestCase):
    def test_text_is_one_line(self):
        for format_wish in ([], ["--format", "text"]):
            self.assertRegex(self.succeed("--version", *format_wish).stdout, r"^concord \d+\.\d+\.\d+\n$")

    def test_json_tells_what_was_built_in(self):
        for arguments in (["--version", "--format", "json"], ["--format=json", "--version"]):
            told = json.loads(self.succeed(*arguments).stdout)
            self.assertEqual(told["schema"], "concord.version/1")
            self.assertEqual(f"concord {told['version']}\n", self.succeed("--version").stdout)
            self.assertRegex(told["compiler"], r"^\w+ \d+\.")
            self.assertIn("baseline", told["vectors"])
            for library in ("CLI11", "Highway", "fmt", "htslib", "libpng", "nlohmann-json", "spdlog", "zlib"):
                self.assertRegex(told["libraries"][library], r"^\d+\.\d+", library)
            self.assertIsInstance(told["python"], bool)
            self.assertIn("mpi", told)
            if told["cuda"] is not None:
                self.assertRegex(told["cuda"]["toolkit"], r"^\d+\.\d+")
                self.assertTrue(told["cuda"]["architectures"])

    def test_format_is_for_the_version_alone(self):
        self.fail_with(2, "--format", "json", "devices", message="--version")
        self.fail_with(2, "--version", "--format", "xml", message="xml")
        self.fail_with(2, "--format", "xml", "--version", message="xml")
