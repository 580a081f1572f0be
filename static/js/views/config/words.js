// The events of configurations in words; see words.js.
import { askedBy, byServer, cut, hexZxid } from "../../format.js";

export const WORDS = {
  "configuration.opened": (path, data) => [`the configuration at ${path} opened${askedBy(data)}`],
  "configuration.publishing": (path, data) => [
    data.what === "deleted" ? `${path} is to be deleted${askedBy(data)}` : `a value is sent to ${path}${askedBy(data)}`,
  ],
  "configuration.published": (path, { version, mzxid }) => [`${path} is written: version ${version}, mzxid ${hexZxid(mzxid)}`],
  "configuration.removed": (path) => [`${path} is deleted`],
  "configuration.refused": (path) => [`ZooKeeper refused to change ${path}`],
  "configuration.unanswered": (path) => [`no answer came: ${path} may have been changed, or not`],
  "value.read": (path, { value, version, found, mtime }) => [
    version === undefined
      ? `there is no znode ${path}`
      : `${path} says ${found ? "" : "now "}“${cut(value ?? "", 40)}”, version ${version}${found ? byServer("written", mtime) : ""}`,
  ],
};

export const TONES = { "configuration.refused": "dead", "configuration.unanswered": "dead", "configuration.published": "new", "configuration.removed": "lost" };
