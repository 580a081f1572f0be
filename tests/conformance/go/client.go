// Talks through go-zookeeper for test_go_client.py: each line of stdin is an order, and one
// of stdout its answer. What comes without an order, such as a watch's event, begins with "! ".
// usage: client HOSTS. Orders: open NAME [TIMEOUT_MS], NAME ORDER ARGUMENT…, and one word alone,
// which is said again.
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"zk"
)

type session struct {
	name string
	conn *zk.Conn
	lock *zk.Lock
}

type words []string

// The argument at a place, or the default where there are not so many.
func (w words) at(place int, otherwise string) string {
	if place < len(w) {
		return w[place]
	}
	return otherwise
}

func (w words) number(place int, otherwise int) int32 {
	number, err := strconv.Atoi(w.at(place, strconv.Itoa(otherwise)))
	if err != nil {
		panic(err)
	}
	return int32(number)
}

var (
	output   sync.Mutex
	protects = regexp.MustCompile(`_c_[0-9a-f]{32}-`)
	flags    = map[string]int32{
		"persistent": 0, "persistent_sequential": zk.FlagSequence, "ephemeral": zk.FlagEphemeral,
		"ephemeral_sequential": zk.FlagEphemeral | zk.FlagSequence,
	}
	open = zk.WorldACL(zk.PermAll)
)

func say(format string, values ...interface{}) {
	output.Lock()
	defer output.Unlock()
	fmt.Println(protects.ReplaceAllString(fmt.Sprintf(format, values...), "_c_GUID-"))
}

func tell(s *session, events <-chan zk.Event) {
	if events != nil {
		go func() {
			event := <-events
			say("! %s %v %s", s.name, event.Type, event.Path)
		}()
	}
}

func connect(hosts string, arguments words) *session {
	timeout := time.Duration(arguments.number(1, 10000)) * time.Millisecond
	conn, events, err := zk.Connect([]string{hosts}, timeout)
	if err != nil {
		panic(err)
	}
	s := &session{name: arguments[0], conn: conn}
	for event := range events {
		if event.State == zk.StateHasSession {
			break
		}
	}
	go func() {
		for event := range events {
			if event.State == zk.StateExpired {
				say("! %s %v", s.name, event.State)
			}
		}
	}()
	return s
}

var orders = map[string]func(*session, words) (string, error){
	"create": func(s *session, w words) (string, error) {
		return s.conn.Create(w[0], []byte(w.at(1, "")), flags[w.at(2, "persistent")], open)
	},
	"protect": func(s *session, w words) (string, error) {
		return s.conn.CreateProtectedEphemeralSequential(w[0], nil, open)
	},
	"get": func(s *session, w words) (string, error) {
		data, stat, err := s.conn.Get(w[0])
		return fmt.Sprintf("%q %s", data, described(stat)), err
	},
	"getw": func(s *session, w words) (string, error) {
		data, stat, events, err := s.conn.GetW(w[0])
		tell(s, events)
		return fmt.Sprintf("%q %s", data, described(stat)), err
	},
	"set": func(s *session, w words) (string, error) {
		stat, err := s.conn.Set(w[0], []byte(w[1]), w.number(2, -1))
		return described(stat), err
	},
	"exists": func(s *session, w words) (string, error) {
		there, _, err := s.conn.Exists(w[0])
		return strconv.FormatBool(there), err
	},
	"existsw": func(s *session, w words) (string, error) {
		there, _, events, err := s.conn.ExistsW(w[0])
		tell(s, events)
		return strconv.FormatBool(there), err
	},
	"ls": func(s *session, w words) (string, error) {
		names, stat, err := s.conn.Children(w[0])
		return fmt.Sprint(sorted(names), " ", described(stat)), err
	},
	"lsw": func(s *session, w words) (string, error) {
		names, stat, events, err := s.conn.ChildrenW(w[0])
		tell(s, events)
		return fmt.Sprint(sorted(names), " ", described(stat)), err
	},
	"rm": func(s *session, w words) (string, error) {
		return "gone", s.conn.Delete(w[0], w.number(1, -1))
	},
	"sync": func(s *session, w words) (string, error) {
		return s.conn.Sync(w[0])
	},
	"auth": func(s *session, w words) (string, error) {
		return "known", s.conn.AddAuth("digest", []byte(w[0]))
	},
	"acl": func(s *session, w words) (string, error) {
		acl, stat, err := s.conn.GetACL(w[0])
		return fmt.Sprint(acl, " ", described(stat)), err
	},
	"setacl": func(s *session, w words) (string, error) {
		acl := []zk.ACL{{Perms: w.number(1, zk.PermAll), Scheme: w[2], ID: w.at(3, "")}}
		stat, err := s.conn.SetACL(w[0], acl, w.number(4, -1))
		return described(stat), err
	},
	"multi": multi,
	"lock": func(s *session, w words) (string, error) {
		s.lock = zk.NewLock(s.conn, w[0], open)
		go func() {
			err := s.lock.Lock()
			say("! %s has the lock: %v", s.name, err)
		}()
		return "asked", nil
	},
	"unlock": func(s *session, w words) (string, error) {
		return "unlocked", s.lock.Unlock()
	},
	"close": func(s *session, w words) (string, error) {
		s.conn.Close()
		return "closed", nil
	},
}

// The operations stand between semicolons: create PATH DATA, set PATH DATA VERSION, and so on.
func multi(s *session, w words) (string, error) {
	var operations []interface{}
	for _, one := range strings.Split(strings.Join(w, " "), ";") {
		operations = append(operations, operation(strings.Fields(one)))
	}
	answers, err := s.conn.Multi(operations...)
	said := make([]string, len(answers))
	for place, one := range answers {
		said[place] = told(one)
	}
	return fmt.Sprintf("%s; all: %v", strings.Join(said, "; "), err), nil
}

func told(one zk.MultiResponse) string {
	switch {
	case one.Error != nil:
		return one.Error.Error()
	case one.Stat != nil:
		return described(one.Stat)
	case one.String != "":
		return one.String
	}
	return "ok"
}

func operation(w words) interface{} {
	switch w[0] {
	case "create":
		return &zk.CreateRequest{Path: w[1], Data: []byte(w[2]), Acl: open}
	case "set":
		return &zk.SetDataRequest{Path: w[1], Data: []byte(w[2]), Version: w.number(3, -1)}
	case "check":
		return &zk.CheckVersionRequest{Path: w[1], Version: w.number(2, -1)}
	}
	return &zk.DeleteRequest{Path: w[1], Version: w.number(2, -1)}
}

func described(stat *zk.Stat) string {
	if stat == nil {
		return "no stat"
	}
	return fmt.Sprintf("(version %d, cversion %d, aversion %d, length %d, children %d, ephemeral %t)",
		stat.Version, stat.Cversion, stat.Aversion, stat.DataLength, stat.NumChildren,
		stat.EphemeralOwner != 0)
}

// The names in order, without what the client makes up for each of its own.
func sorted(names []string) []string {
	for place, name := range names {
		names[place] = protects.ReplaceAllString(name, "_c_GUID-")
	}
	sort.Strings(names)
	return names
}

func main() {
	log.SetOutput(io.Discard)
	sessions := map[string]*session{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		w := words(strings.Fields(lines.Text()))
		if len(w) == 1 {
			say("%s", w[0])
		} else if w[0] == "open" {
			sessions[w[1]] = connect(os.Args[1], w[1:])
			say("connected")
		} else {
			say("%s", answer(w[1], sessions[w[0]], w[2:]))
		}
	}
}

func answer(order string, s *session, arguments words) string {
	said, err := orders[order](s, arguments)
	if err != nil {
		return err.Error()
	}
	return said
}
