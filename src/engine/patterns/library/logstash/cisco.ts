import { type GrokSet, readPatterns } from './read.ts';

const ACTION = '%{CISCO_ACTION:action|cisco.asa.outcome}';
const DIRECTION = '%{CISCO_DIRECTION:direction|cisco.asa.network.direction}';
const TRANSPORT = '%{WORD:protocol|cisco.asa.network.transport}';
const TYPE = '%{WORD:protocol|cisco.asa.network.type}';
const REASON = '%{CISCO_REASON:reason|event.reason}';
const SOURCE = '%{IP:src_ip|source.ip}';
const TARGET = '%{IP:dst_ip|destination.ip}';
const SOURCE_PORT = `${SOURCE}/%{INT:src_port|source.port:int}`;
const TARGET_PORT = `${TARGET}/%{INT:dst_port|destination.port:int}`;
const SOURCE_USER = '(?:\\(%{DATA:src_fwuser|source.user.name}\\))?';
const TARGET_USER = '(?:\\(%{DATA:dst_fwuser|destination.user.name}\\))?';
const FROM = '%{CISCO_INTERFACE:src_interface|observer.ingress.interface.name}';
const TO = '%{CISCO_INTERFACE:dst_interface|observer.egress.interface.name}';
const ON_INTERFACE = 'on interface %{NOTSPACE:interface|observer.egress.interface.name}';
const UNIT = '\\((?:Primary|Secondary)\\)';
const INTERFACE = '[Ii]nterface %{NOTSPACE:interface_name|network.interface.name}';
const HASHES = '\\[%{DATA:hashcode1|}, %{DATA:hashcode2|}\\]';
const LIST = '%{NOTSPACE:policy_id|cisco.asa.rule_name}';
const ICMP =
  '\\(type %{INT:icmp_type|cisco.asa.icmp_type:int}, code %{INT:icmp_code|cisco.asa.icmp_code:int}\\)';
const PORTS = `%{CISCO_LIST_INTERFACE:src_interface|observer.ingress.interface.name}/${SOURCE}\\(%{INT:src_port|source.port:int}\\)`;
const TO_PORTS = `%{CISCO_LIST_INTERFACE:dst_interface|observer.egress.interface.name}/${TARGET}\\(%{INT:dst_port|destination.port:int}\\)`;
const SPI = 'SPI=\\s?%{DATA:spi|cisco.asa.ipsec.spi}';
const USER = '\\(user=\\s?%{DATA:user|source.user.name}\\)';
const PAYLOAD = 'cisco.asa.original_ip_payload';

const MESSAGES: Readonly<Record<string, string>> = {
  '104001': `${UNIT} Switching to ACTIVE - %{GREEDYDATA:switch_reason|event.reason}`,
  '104002': `${UNIT} Switching to STANDBY - %{GREEDYDATA:switch_reason|event.reason}`,
  '104003': `${UNIT} Switching to FAILED\\.`,
  '104004': `${UNIT} Switching to OK\\.`,
  '105003': `${UNIT} Monitoring on ${INTERFACE} waiting`,
  '105004': `${UNIT} Monitoring on ${INTERFACE} normal`,
  '105005': `${UNIT} Lost Failover communications with mate on ${INTERFACE}`,
  '105008': `${UNIT} Testing ${INTERFACE}`,
  '105009': `${UNIT} Testing on ${INTERFACE} (?:Passed|Failed)`,
  '106001': `${DIRECTION} ${TRANSPORT} connection ${ACTION} from ${SOURCE_PORT} to ${TARGET_PORT} flags %{DATA:tcp_flags|cisco.asa.tcp_flags} ${ON_INTERFACE}`,
  '106006_106007_106010': `${ACTION} ${DIRECTION} ${TRANSPORT} (?:from|src) ${SOURCE_PORT}${SOURCE_USER} (?:to|dst) ${TARGET_PORT}${TARGET_USER} (?:${ON_INTERFACE}|due to ${REASON})`,
  '106014': `${ACTION} ${DIRECTION} ${TRANSPORT} src ${FROM}:${SOURCE}${SOURCE_USER} dst ${TO}:${TARGET}${TARGET_USER}\\s?${ICMP}`,
  '106015': `${ACTION} ${TRANSPORT} \\(%{DATA:policy_id|cisco.asa.rule_name}\\) from ${SOURCE_PORT} to ${TARGET_PORT} flags %{DATA:tcp_flags|cisco.asa.tcp_flags} ${ON_INTERFACE}`,
  '106021': `${ACTION} ${TRANSPORT} reverse path check from ${SOURCE} to ${TARGET} ${ON_INTERFACE}`,
  '106023': `${ACTION}(?: protocol)? ${TRANSPORT} src %{CISCO_SRC_HOST_PORT_USER} dst %{CISCO_DST_HOST_PORT_USER}(?: ${ICMP})? by access-group "?%{DATA:policy_id|cisco.asa.rule_name}"? ${HASHES}`,
  '106100_2_3': `access-list ${LIST} ${ACTION} ${TRANSPORT} for user '%{DATA:src_fwuser|user.name}' ${PORTS} -> ${TO_PORTS} %{CISCO_HITCOUNT_INTERVAL} ${HASHES}`,
  '106100': `access-list ${LIST} ${ACTION} ${TRANSPORT} ${PORTS}${SOURCE_USER} -> ${TO_PORTS}(?:\\(%{DATA:src_fwuser|destination.user.name}\\))? %{CISCO_HITCOUNT_INTERVAL} ${HASHES}`,
  '304001': `${SOURCE}${SOURCE_USER} Accessed URL ${TARGET}:%{GREEDYDATA:dst_url|url.original}`,
  '110002': `${REASON} for ${TRANSPORT} from ${FROM}:${SOURCE_PORT} to ${TARGET_PORT}`,
  '302010':
    '%{INT:connection_count|cisco.asa.connections.in_use:int} in use, %{INT:connection_count_max|cisco.asa.connections.most_used:int} most used',
  '302013_302014_302015_302016': `${ACTION}(?: ${DIRECTION})? ${TRANSPORT} connection %{INT:connection_id|cisco.asa.connection_id} for ${FROM}:${SOURCE_PORT}(?: \\(%{IP:src_mapped_ip|source.nat.ip}/%{INT:src_mapped_port|source.nat.port:int}\\))?${SOURCE_USER} to ${TO}:${TARGET_PORT}(?: \\(%{IP:dst_mapped_ip|destination.nat.ip}/%{INT:dst_mapped_port|destination.nat.port:int}\\))?${TARGET_USER}(?: duration %{TIME:duration|cisco.asa.duration} bytes %{INT:bytes|network.bytes:int})?(?: ${REASON})?(?: \\(%{DATA:user|user.name}\\))?`,
  '302020_302021': `${ACTION}(?: ${DIRECTION})? ${TRANSPORT} connection for faddr ${TARGET}/%{INT:icmp_seq_num|cisco.asa.icmp_seq:int}(?:\\(%{DATA:fwuser|destination.user.name}\\))? gaddr %{IP:src_xlated_ip|source.nat.ip}/%{INT:icmp_code_xlated|cisco.asa.icmp_type:int} laddr ${SOURCE}/%{INT:icmp_code|}(?: ?\\(%{DATA:user|source.user.name}\\))?`,
  '305011': `${ACTION} %{CISCO_XLATE_TYPE:xlate_type|} ${TRANSPORT} translation from ${FROM}:${SOURCE}(?:/%{INT:src_port|source.port:int})?${SOURCE_USER} to %{CISCO_INTERFACE:src_xlated_interface|observer.egress.interface.name}:%{IP:src_xlated_ip|destination.ip}/%{INT:src_xlated_port|destination.port:int}`,
  '313001_313004_313008': `${ACTION} ${TRANSPORT} type=%{INT:icmp_type|cisco.asa.icmp_type:int}, code=%{INT:icmp_code|cisco.asa.icmp_code:int} from ${SOURCE} ${ON_INTERFACE}(?: to ${TARGET})?`,
  '313005': `${REASON} for ${TRANSPORT} error message: %{WORD:err_protocol|} src %{CISCO_INTERFACE:err_src_interface|observer.ingress.interface.name}:%{IP:err_src_ip|source.ip}(?:\\(%{DATA:err_src_fwuser|source.user.name}\\))? dst %{CISCO_INTERFACE:err_dst_interface|observer.egress.interface.name}:%{IP:err_dst_ip|destination.ip}(?:\\(%{DATA:err_dst_fwuser|destination.user.name}\\))? \\(type %{INT:err_icmp_type|cisco.asa.icmp_type:int}, code %{INT:err_icmp_code|cisco.asa.icmp_code:int}\\) on %{NOTSPACE:interface|} interface\\.\\s+Original IP payload: %{WORD:protocol|${PAYLOAD}.network.transport} src %{IP:orig_src_ip|${PAYLOAD}.source.ip}/%{INT:orig_src_port|${PAYLOAD}.source.port:int}(?:\\(%{DATA:orig_src_fwuser|${PAYLOAD}.source.user.name}\\))? dst %{IP:orig_dst_ip|${PAYLOAD}.destination.ip}/%{INT:orig_dst_port|${PAYLOAD}.destination.port:int}(?:\\(%{DATA:orig_dst_fwuser|${PAYLOAD}.destination.user.name}\\))?`,
  '321001':
    "Resource '%{DATA:resource_name|cisco.asa.resource.name}' limit of %{POSINT:resource_limit|cisco.asa.resource.limit:int} reached for system",
  '402117': `${TYPE}: Received a non-IPSec packet \\(protocol=\\s?%{WORD:orig_protocol|cisco.asa.network.transport}\\) from ${SOURCE} to ${TARGET}\\.?`,
  '402119': `${TYPE}: Received an %{WORD:orig_protocol|cisco.asa.ipsec.protocol} packet \\(${SPI}, sequence number=\\s?%{DATA:seq_num|cisco.asa.ipsec.seq_num}\\) from ${SOURCE} ${USER} to ${TARGET} that failed anti-replay checking\\.?`,
  '419001': `${ACTION} ${TRANSPORT} packet from ${FROM}:${SOURCE_PORT} to ${TO}:${TARGET_PORT}, reason: %{GREEDYDATA:reason|event.reason}`,
  '419002': `${REASON} from ${FROM}:${SOURCE_PORT} to ${TO}:${TARGET_PORT} with different initial sequence number`,
  '500004': `${REASON} for protocol=${TRANSPORT}, from ${SOURCE_PORT} to ${TARGET_PORT}`,
  '602303_602304': `${TYPE}: An ${DIRECTION} %{DATA:tunnel_type|cisco.asa.ipsec.tunnel_type} SA \\(${SPI}\\) between ${SOURCE} and ${TARGET} ${USER} has been ${ACTION}`,
  '710001_710002_710003_710005_710006': `${TRANSPORT} (?:request|access) ${ACTION} from ${SOURCE_PORT} to ${TO}:${TARGET_PORT}`,
  '713172': `Group = %{DATA:group|cisco.asa.source.group}, IP = ${SOURCE}, Automatic NAT Detection Status:\\s+Remote end\\s*%{DATA:is_remote_natted|}\\s*behind a NAT device\\s+This\\s+end\\s*%{DATA:is_local_natted|}\\s*behind a NAT device`,
  '733100':
    '\\[\\s*%{DATA:drop_type|cisco.asa.burst.object}\\s*\\] drop %{DATA:drop_rate_id|cisco.asa.burst.id} exceeded\\. Current burst rate is %{INT:drop_rate_current_burst|cisco.asa.burst.current_rate:int} per second, max configured rate is %{INT:drop_rate_max_burst|cisco.asa.burst.configured_rate:int}; Current average rate is %{INT:drop_rate_current_avg|cisco.asa.burst.avg_rate:int} per second, max configured rate is %{INT:drop_rate_max_avg|cisco.asa.burst.configured_avg_rate:int}; Cumulative total count is %{INT:drop_total_count|cisco.asa.burst.cumulative_count:int}',
};

const HELPERS = String.raw`
CISCO_TAGGED_SYSLOG ^<%{POSINT:syslog_pri|log.syslog.priority:int}>%{CISCOTIMESTAMP:timestamp}(?: %{SYSLOGHOST:sysloghost|host.hostname})? ?: %%{CISCOTAG:ciscotag|cisco.asa.tag}:
CISCOTIMESTAMP %{MONTH} +%{MONTHDAY}(?: %{YEAR})? %{TIME}
CISCOTAG [A-Z0-9]+-%{INT}-[A-Z0-9_]+
CISCO_ACTION (?:Built|Teardown|Deny|Denied|denied by ACL|denied|requested|permitted|discarded|est-allowed|Dropping|created|deleted)
CISCO_REASON (?:Duplicate TCP SYN|Failed to locate egress interface|Invalid transport field|No matching connection|DNS Response|DNS Query|\w+(?:\s+\w+)*)
CISCO_DIRECTION (?:[Ii]nbound|[Oo]utbound)
CISCO_INTERVAL (?:first hit|%{INT}-second interval)
CISCO_XLATE_TYPE (?:static|dynamic)
CISCO_INTERFACE [^\s:]+
CISCO_LIST_INTERFACE [^\s/]+
legacy> CISCO_HITCOUNT_INTERVAL hit-cnt %{INT:hit_count} %{CISCO_INTERVAL:interval}
ecs> CISCO_HITCOUNT_INTERVAL hit-cnt %{INT:cisco.asa.hit_count:int} (?:first hit|%{INT:cisco.asa.interval:int}-second interval)
ecs> CISCO_SRC_IP_USER %{CISCO_INTERFACE:observer.ingress.interface.name}:%{IP:source.ip}(?:\(%{DATA:source.user.name}\))?
ecs> CISCO_DST_IP_USER %{CISCO_INTERFACE:observer.egress.interface.name}:%{IP:destination.ip}(?:\(%{DATA:destination.user.name}\))?
legacy> CISCO_SRC_HOST_PORT_USER %{CISCO_INTERFACE:src_interface}:(?<src_ip>[^\s/(]+)(?:/%{INT:src_port})?(?:\(%{DATA:src_fwuser}\))?
legacy> CISCO_DST_HOST_PORT_USER %{CISCO_INTERFACE:dst_interface}:(?<dst_ip>[^\s/(]+)(?:/%{INT:dst_port})?(?:\(%{DATA:dst_fwuser}\))?
ecs> CISCO_SRC_HOST_PORT_USER %{CISCO_INTERFACE:observer.ingress.interface.name}:(?:%{IP:source.ip}|%{HOSTNAME:source.address})(?:/%{INT:source.port:int})?(?:\(%{DATA:source.user.name}\))?
ecs> CISCO_DST_HOST_PORT_USER %{CISCO_INTERFACE:observer.egress.interface.name}:(?:%{IP:destination.ip}|%{HOSTNAME:destination.address})(?:/%{INT:destination.port:int})?(?:\(%{DATA:destination.user.name}\))?
`;

/** Cisco ASA firewalls: `CISCOFW` and the message numbers. */
export const listCiscoPatterns = (set: GrokSet): [name: string, pattern: string][] =>
  readPatterns(
    `${HELPERS}${Object.entries(MESSAGES)
      .map(([numbers, pattern]) => `CISCOFW${numbers} ${pattern}`)
      .join('\n')}`,
    set,
  );
