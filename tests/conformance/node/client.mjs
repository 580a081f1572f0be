// Talks through node-zookeeper-client for test_node_client.py: each line of stdin is an order, and one of stdout its
// answer. What comes without an order, a watch's event or the end of a session, begins with "! ".
// usage: node client.mjs FOLDER HOSTS, the folder that has node_modules. Orders: open NAME [TIMEOUT_MS [CHROOT]],
// NAME ORDER ARGUMENT…, and one word alone, which is said again.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [, , folder, hosts] = process.argv;
const { ACL, CreateMode, Id, createClient } = createRequire(`${folder}/`)("node-zookeeper-client");
const sessions = new Map();

const say = (line) => console.log(line);
const aclOf = (permission, scheme, id = "") => [new ACL(Number(permission), new Id(scheme, id))];

// What a client answers by a callback: all that this is given beside an error.
const ask = (client, method, ...given) =>
  new Promise((resolve, reject) =>
    client[method](...given, (error, ...answers) => (error ? reject(error) : resolve(answers))),
  );

function described({ version, cversion, aversion, dataLength, numChildren, ephemeralOwner }) {
  const ephemeral = ephemeralOwner.some((byte) => byte !== 0);
  return `(version ${version}, cversion ${cversion}, aversion ${aversion}, length ${dataLength}, children ${numChildren}, ephemeral ${ephemeral})`;
}

const valued = ([data, stat]) => `${JSON.stringify(data?.toString())} ${described(stat)}`;

// A client with what tells of its events, under a name.
class Session {
  constructor(name, timeout, chroot) {
    this.name = name;
    this.client = createClient(hosts + chroot, { sessionTimeout: Number(timeout), spinDelay: 50 });
    this.client.on("expired", () => say(`! ${name} expired`));
  }

  // Resolves once the client is in a state, after it was asked for something.
  async become(state, method) {
    const there = new Promise((resolve) => this.client.once(state, resolve));
    this.client[method]();
    await there;
    return state;
  }

  watcher = () => (event) => say(`! ${this.name} ${event}`);
  close = () => this.become("disconnected", "close");
  create = async (path, data = "", mode = "persistent") =>
    (await ask(this.client, "create", path, Buffer.from(data), CreateMode[mode.toUpperCase()]))[0];
  mkdirp = async (path) => (await ask(this.client, "mkdirp", path))[0];
  get = async (path) => valued(await ask(this.client, "getData", path));
  getw = async (path) => valued(await ask(this.client, "getData", path, this.watcher()));
  set = async (path, data, version = -1) =>
    described((await ask(this.client, "setData", path, Buffer.from(data), Number(version)))[0]);
  exists = async (path) => (await ask(this.client, "exists", path))[0] !== null;
  existsw = async (path) => (await ask(this.client, "exists", path, this.watcher()))[0] !== null;
  ls = async (path, watcher) => {
    const [names, stat] = await ask(this.client, "getChildren", path, watcher);
    return `[${names.sort()}] ${described(stat)}`;
  };
  lsw = (path) => this.ls(path, this.watcher());
  tree = async (path) => (await ask(this.client, "listSubTreeBFS", path))[0].sort();
  rm = async (path, version = -1) => {
    await ask(this.client, "remove", path, Number(version));
    return "gone";
  };
  rmr = async (path) => {
    await ask(this.client, "removeRecursive", path);
    return "gone";
  };
  auth = (credential) => {
    this.client.addAuthInfo("digest", Buffer.from(credential));
    return "told";
  };
  acl = async (path) => {
    const [acls, stat] = await ask(this.client, "getACL", path);
    return `${acls.map(({ permission, id }) => `${permission} ${id.scheme} ${id.id}`)} ${described(stat)}`;
  };
  setacl = async (path, permission, scheme, id, version = -1) =>
    described((await ask(this.client, "setACL", path, aclOf(permission, scheme, id), Number(version)))[0]);

  // The operations stand between semicolons: create PATH DATA, setData PATH DATA VERSION, check and remove PATH VERSION.
  multi = (...words) => {
    const transaction = this.client.transaction();
    for (const operation of words.join(" ").split(";")) {
      const [name, path, ...rest] = operation.trim().split(" ");
      const given = rest.map((word) => (Number.isInteger(Number(word)) ? Number(word) : Buffer.from(word)));
      transaction[name](path, ...given);
    }
    const told = ({ path, stat, err }) => path ?? err ?? (stat ? described(stat) : "done");
    return new Promise((resolve) =>
      transaction.commit((error, results) => resolve([...results.map(told), error ?? "committed"].join("; "))),
    );
  };
}

async function open(name, timeout = "10000", chroot = "") {
  const session = new Session(name, timeout, chroot);
  sessions.set(name, session);
  return session.become("connected", "connect");
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, order, ...given] = line.split(" ");
  const answer = () => (name === "open" ? open(order, ...given) : sessions.get(name)[order](...given));
  say(order ? String(await Promise.resolve().then(answer).catch((error) => error)) : line);
}
process.exit();
