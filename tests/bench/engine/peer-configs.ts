import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasSyslogNgModule } from '../../harness/programs.ts';
import type { LoadName } from './loads.ts';
import type { PeerConfig, PeerName } from './peers.ts';

/** `file` is where it writes, `url` where it posts. */
export type Place = { readonly file: string; readonly url: string };
/** A configuration, or why the peer cannot do this work. */
type Peer = (place: Place) => PeerConfig | string;

const syslogNg =
  (statements: (port: number) => string): PeerConfig =>
  (port) =>
    `@version: 3.35
options { stats-freq(0); log-msg-size(65536); keep-hostname(yes); use-dns(no); threaded(yes); time-reopen(1); log-fifo-size(100000); chain-hostnames(no); keep-timestamp(no); };
${statements(port)}
log { source(s); parser(p); destination(d); flags(flow-control); };
`;
const linesOf = (port: number, flags = 'no-parse') =>
  `source s { network(ip(127.0.0.1) port(${port}) transport(tcp) flags(${flags}) log-iw-size(20000) log-fetch-limit(1000) max-connections(10)); };`;

const rsyslog =
  (statements: (folder: string) => string): PeerConfig =>
  (port, folder) =>
    `global(workDirectory="${folder}" abortOnUncleanConfig="on" maxMessageSize="64k" parser.escapeControlCharactersOnReceive="off")
main_queue(queue.size="100000" queue.dequeueBatchSize="1024" queue.workerThreads="2" queue.workerThreadMinimumMessages="5000")
module(load="imptcp" threads="2")
input(type="imptcp" port="${port}" address="127.0.0.1" supportOctetCountedFraming="off")
${statements(folder)}
`;
const omfile = (path: string, template: string, more = '') =>
  `action(type="omfile" file="${path}" template="${template}" ioBufferSize="256k" flushOnTXEnd="on" asyncWriting="off"${more})`;
const RAW = 'template(name="raw" type="string" string="%rawmsg%\\n")';
const FIELDS = 'template(name="fields" type="list") { property(name="$!") constant(value="\\n") }';
const mmjsonparse = `module(load="mmjsonparse")
action(type="mmjsonparse" cookie="" useRawMsg="on")
if $!level == "debug" then stop`;

const ACCESS = String.raw`^(?<clientip>\S+) (?<ident>\S+) (?<auth>\S+) \[(?<timestamp>[^\]]+)\] "(?<verb>\S+) (?<request>\S+)(?: HTTP/(?<httpversion>[\d.]+))?" (?<response>\d{3}) (?:-|(?<bytes>\d+)) "(?<referrer>[^"]*)" "(?<agent>[^"]*)"`;
/** Regular expressions that approximate the detectors, without check digits. */
const SUBSTITUTIONS: readonly [pattern: string, by: string][] = [
  [String.raw`\b(?:\d[ -]?){12,18}\d\b`, '[card]'],
  [String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`, '[email]'],
  [String.raw`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b`, '[iban]'],
  [String.raw`\b(?:\d{1,3}\.){3}\d{1,3}\b`, '[ipv4]'],
  [String.raw`\beyJ[\w-]+\.[\w-]+\.[\w-]+`, '[jwt]'],
];
const substitute = SUBSTITUTIONS.map(
  ([pattern, by]) => `subst('${pattern}', '${by}', value("MESSAGE") type(pcre) flags("global"));`,
).join(' ');
const ACCESS_RULE =
  '%clientip:word% %ident:word% %auth:word% [%timestamp:char-to:]%] "%verb:word% %request:word% HTTP/%httpversion:char-to:"%" %response:word% %bytes:word% "%referrer:char-to:"%" "%agent:char-to:"%"';
const ON_DISK =
  ' queue.type="disk" queue.filename="q" queue.dequeueBatchSize="1024" queue.maxDiskSpace="4g" queue.checkpointInterval="1024" queue.syncQueueFiles="on"';
const MEMBERS = '--key MESSAGE --key HOST --key PROGRAM --key PID --key ISODATE --key FACILITY --key LEVEL';

const JSON_PEERS: Record<PeerName, Peer> = {
  'syslog-ng': ({ file }) =>
    syslogNg(
      (port) => `${linesOf(port)}
parser p { channel { parser { json-parser(prefix(".j.")); }; filter { not match("debug" value(".j.level") type(string)); }; }; };
destination d { file("${file}" template("\${MESSAGE}\\n") flush-lines(1000)); };`,
    ),
  rsyslog: ({ file }) => rsyslog(() => `${RAW}\n${mmjsonparse}\n${omfile(file, 'raw')}`),
};

export const PEERS: Record<LoadName, Record<PeerName, Peer>> = {
  json: JSON_PEERS,
  untidy: JSON_PEERS,
  connections: JSON_PEERS,
  syslog: {
    'syslog-ng': ({ url }) =>
      hasSyslogNgModule('http')
        ? syslogNg(
            (port) => `${linesOf(port, 'syslog-protocol')}
parser p { channel { rewrite { ${substitute} }; }; };
destination d { http(url("${url}") method("POST") headers("Content-Type: application/x-ndjson") batch-lines(1000) batch-bytes(1048576) batch-timeout(200) body("$(format-json ${MEMBERS})")); };`,
          )
        : 'its module http is not installed (Debian: syslog-ng-mod-http)',
    rsyslog: () => 'Debian’s has neither a replacement by patterns nor a destination over HTTP',
  },
  grok: {
    'syslog-ng': ({ file }) =>
      syslogNg(
        (port) => `${linesOf(port)}
parser p { regexp-parser(prefix(".a.") patterns('${ACCESS}')); };
destination d { file("${file}" template("$(format-json --key .a.* --rekey .a.* --shift-levels 2)\\n") flush-lines(1000)); };`,
      ),
    rsyslog: ({ file }) =>
      rsyslog((folder) => {
        const rules = join(folder, 'access.rulebase');
        writeFileSync(rules, `version=2\nrule=:${ACCESS_RULE}\n`);
        return `${FIELDS}
module(load="mmnormalize")
action(type="mmnormalize" useRawMsg="on" rulebase="${rules}")
${omfile(file, 'fields')}`;
      }),
  },
  durable: {
    'syslog-ng': () => 'it has no buffer on the disk before a file',
    rsyslog: ({ file }) => rsyslog(() => `${RAW}\n${mmjsonparse}\n${omfile(file, 'raw', ON_DISK)}`),
  },
};
