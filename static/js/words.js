// The names of watch events in ZooKeeper's clients.
const NAMES = { deleted: "NodeDeleted", created: "NodeCreated", changed: "NodeDataChanged", children: "NodeChildrenChanged" };

export const notificationOf = ({ event }) => NAMES[event] ?? event ?? "notification";
