// The tabs of the chosen znode, in their order.

export const TABS = [
  { id: "data", word: "Data" },
  { id: "stat", word: "Stat" },
  { id: "acl", word: "ACL" },
  { id: "children", word: "Children" },
  { id: "watches", word: "Watches" },
  { id: "history", word: "History" },
];
