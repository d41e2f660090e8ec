import { type GrokSet, readColumns, readPatterns } from './read.ts';

const AWS_PATTERNS = String.raw`
legacy> S3_REQUEST_LINE (?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|(?<rawrequest>[^"]*))
ecs> S3_REQUEST_LINE %{WORD:http.request.method} %{NOTSPACE:url.original}(?: HTTP/%{NUMBER:http.version})?
S3_ACCESS_LOG %{WORD:owner|aws.s3access.bucket_owner} %{NOTSPACE:bucket|aws.s3access.bucket} \[%{HTTPDATE:timestamp}\] (?:-|%{IP:clientip|client.ip}) (?:-|%{NOTSPACE:requester|client.user.id}) %{NOTSPACE:request_id|aws.s3access.request_id} %{NOTSPACE:operation|aws.s3access.operation} (?:-|%{NOTSPACE:key|aws.s3access.key})
   (?:-|"(?<|aws.s3access.request_uri>%{S3_REQUEST_LINE})") (?:-|%{INT:response:int|http.response.status_code:int}) (?:-|%{NOTSPACE:error_code|aws.s3access.error_code}) (?:-|%{INT:bytes:int|aws.s3access.bytes_sent:int}) (?:-|%{INT:object_size:int|aws.s3access.object_size:int}) (?:-|%{INT:request_time_ms:int|aws.s3access.total_time:int}) (?:-|%{INT:turnaround_time_ms:int|aws.s3access.turn_around_time:int})
   %{S3_AGENTS} (?:-|%{NOTSPACE:version_id|aws.s3access.version_id})(?: (?:-|%{NOTSPACE:|aws.s3access.host_id}) (?:-|%{NOTSPACE:|aws.s3access.signature_version}) (?:-|%{NOTSPACE:|tls.cipher}) (?:-|%{NOTSPACE:|aws.s3access.authentication_type}) (?:-|%{NOTSPACE:|aws.s3access.host_header}) (?:-|%{NOTSPACE:|aws.s3access.tls_version}))?
legacy> S3_AGENTS (?:-|%{QS:referrer}) (?:-|"?%{QS:agent}"?)
ecs> S3_AGENTS (?:-|"(?:-|(?<http.request.referrer>[^"]*))") (?:-|"(?:-|(?<user_agent.original>[^"]*))")
legacy> ELB_URIPATHPARAM %{URIPATH:path}%{URIPARAM:params}?
legacy> ELB_URI %{URIPROTO:proto}://(?:%{USER}(?::[^@\s]*)?@)?(?<urihost>%{IPORHOST}(?::%{POSINT:port})?)?%{ELB_URIPATHPARAM}?
ecs> ELB_URIHOST %{IPORHOST:url.domain}(?::%{POSINT:url.port:int})?
ecs> ELB_URIPATHQUERY %{URIPATH:url.path}(?:\?%{URIQUERY:url.query})?
ecs> ELB_URIPATHPARAM %{ELB_URIPATHQUERY}
ecs> ELB_URI %{URIPROTO:url.scheme}://(?:%{USER:url.username}(?::[^@\s]*)?@)?%{ELB_URIHOST}?%{ELB_URIPATHQUERY}?
legacy> ELB_REQUEST_LINE (?:%{WORD:verb} %{ELB_URI:request}(?: HTTP/%{NUMBER:httpversion})?|(?<rawrequest>[^"]*))
ecs> ELB_REQUEST_LINE %{WORD:http.request.method} %{ELB_URI:url.original}(?: HTTP/%{NUMBER:http.version})?
legacy> ELB_ACCESS_LOG %{TIMESTAMP_ISO8601:timestamp} %{NOTSPACE:elb} %{IP:clientip}:%{INT:clientport:int} (?:-|%{IP:backendip}:%{INT:backendport:int}) %{NUMBER:request_processing_time:float} %{NUMBER:backend_processing_time:float} %{NUMBER:response_processing_time:float} %{INT:response:int} (?:-|%{INT:backend_response:int}) %{INT:received_bytes:int} %{INT:bytes:int} "%{ELB_REQUEST_LINE}"
ecs> ELB_V1_HTTP_LOG %{TIMESTAMP_ISO8601:timestamp} %{NOTSPACE:aws.elb.name} %{IP:source.ip}:%{INT:source.port:int} (?:-|%{IP:aws.elb.backend.ip}:%{INT:aws.elb.backend.port:int}) (?:-1|%{NUMBER:aws.elb.request_processing_time.sec:float}) (?:-1|%{NUMBER:aws.elb.backend_processing_time.sec:float}) (?:-1|%{NUMBER:aws.elb.response_processing_time.sec:float}) %{INT:http.response.status_code:int} (?:-|%{INT:aws.elb.backend.http.response.status_code:int}) %{INT:http.request.body.bytes:int} %{INT:http.response.body.bytes:int} "%{ELB_REQUEST_LINE}"(?: "(?:-|(?<user_agent.original>[^"]*))" (?:-|%{NOTSPACE:tls.cipher}) (?:-|%{NOTSPACE:aws.elb.ssl_protocol}))?
ecs> ELB_ACCESS_LOG %{ELB_V1_HTTP_LOG}
BRO_BOOL [TF]
BRO_DATA [^\t]+
BRO_TEXT [^\t]*
ecs> ZEEK_BOOL [TF]
ecs> ZEEK_DATA [^\t]+
ecs> ZEEK_FILES_TX_HOSTS (?:-|(?<zeek.files.tx_hosts>%{IP:server.ip}(?:[ ,]%{IP})+)|%{IP:server.ip})
ecs> ZEEK_FILES_RX_HOSTS (?:-|(?<zeek.files.rx_hosts>%{IP:client.ip}(?:[ ,]%{IP})+)|%{IP:client.ip})
CLOUDFRONT_TIME %{YEAR}-%{MONTHNUM}-%{MONTHDAY}\t%{TIME}
`;

const CONNECTION = 'NUMBER:ts NOTSPACE:uid IP:orig_h INT:orig_p IP:resp_h INT:resp_p';
const SESSION =
  'NUMBER:timestamp NOTSPACE:zeek.session_id IP:source.ip INT:source.port:int IP:destination.ip INT:destination.port:int';
const texts = (names: string): string => names.replace(/\S+/g, 'BRO_TEXT:$&');

const LEGACY_COLUMNS: Readonly<Record<string, string>> = {
  CLOUDFRONT_ACCESS_LOG: `CLOUDFRONT_TIME:timestamp WORD:x_edge_location -NUMBER:sc_bytes:int IPORHOST:clientip
    WORD:cs_method HOSTNAME:cs_host NOTSPACE:cs_uri_stem NUMBER:sc_status:int
    ${texts('referrer agent cs_uri_query cookies')} WORD:x_edge_result_type NOTSPACE:x_edge_request_id
    HOSTNAME:x_host_header URIPROTO:cs_protocol INT:cs_bytes:int BRO_TEXT:time_taken:float
    ${texts('x_forwarded_for ssl_protocol ssl_cipher')} GREEDYDATA:x_edge_response_result_type`,
  BRO_HTTP: `${CONNECTION} INT:trans_depth ${texts('method domain uri referrer user_agent')}
    NUMBER:request_body_len NUMBER:response_body_len
    ${texts('status_code status_msg info_code info_msg filename bro_tags username password proxied orig_fuids orig_mime_types resp_fuids')}
    GREEDYDATA:resp_mime_types`,
  BRO_DNS: `${CONNECTION} WORD:proto INT:trans_id
    ${texts('query qclass qclass_name qtype qtype_name rcode rcode_name AA TC RD RA Z answers TTLs')}
    GREEDYDATA:rejected`,
  BRO_CONN: `${CONNECTION} WORD:proto BRO_TEXT:service NUMBER:duration NUMBER:orig_bytes NUMBER:resp_bytes
    ${texts('conn_state local_orig missed_bytes history orig_pkts orig_ip_bytes resp_pkts resp_ip_bytes')}
    GREEDYDATA:tunnel_parents`,
  BRO_FILES: `NUMBER:ts NOTSPACE:fuid IP:tx_hosts IP:rx_hosts NOTSPACE:conn_uids
    ${texts('source depth analyzers mime_type filename duration local_orig is_orig seen_bytes total_bytes missing_bytes overflow_bytes timedout parent_fuid md5 sha1 sha256')}
    GREEDYDATA:extracted`,
};

const dashed = (data: string, text: string): string => text.replaceAll('-DATA:', `-${data}:`);

const makeHttp = (data: string, isZeek: boolean): string =>
  dashed(
    data,
    `${SESSION} INT:zeek.http.trans_depth:int -WORD:http.request.method -DATA:url.domain -DATA:url.original
    -DATA:http.request.referrer ${isZeek ? '-NUMBER:http.version' : ''} -DATA:user_agent.original ${isZeek ? '-DATA:zeek.http.origin' : ''}
    -NUMBER:http.request.body.bytes:int -NUMBER:http.response.body.bytes:int
    -POSINT:http.response.status_code:int -DATA:zeek.http.status_msg -POSINT:zeek.http.info_code:int
    -DATA:zeek.http.info_msg ${isZeek ? '' : '-DATA:zeek.http.filename'} ~${data}:zeek.http.tags -DATA:url.username
    -DATA:url.password -DATA:zeek.http.proxied -DATA:zeek.http.orig_fuids ${isZeek ? '-DATA:zeek.http.orig_filenames' : ''}
    -DATA:http.request.mime_type -DATA:zeek.http.resp_fuids ${isZeek ? '-DATA:zeek.http.resp_filenames' : ''}
    -DATA:http.response.mime_type`,
  );

const makeDns = (data: string, isZeek: boolean): string =>
  dashed(
    data,
    `${SESSION} WORD:network.transport -INT:dns.id:int ${isZeek ? '-NUMBER:zeek.dns.rtt:float' : ''}
    -DATA:dns.question.name -INT:zeek.dns.qclass:int -DATA:zeek.dns.qclass_name -INT:zeek.dns.qtype:int
    -DATA:dns.question.type -INT:zeek.dns.rcode:int -DATA:dns.response_code -BRO_BOOL:zeek.dns.AA
    -BRO_BOOL:zeek.dns.TC -BRO_BOOL:zeek.dns.RD -BRO_BOOL:zeek.dns.RA -NONNEGINT:zeek.dns.Z:int
    -DATA:zeek.dns.answers -DATA:zeek.dns.TTLs -BRO_BOOL:zeek.dns.rejected`,
  );

const CONN_START = `${SESSION} WORD:network.transport -DATA:network.protocol -NUMBER:zeek.connection.duration:float
    -INT:zeek.connection.orig_bytes:int -INT:zeek.connection.resp_bytes:int -DATA:zeek.connection.state
    -BRO_BOOL:zeek.connection.local_orig`;
const CONN_END = `-INT:zeek.connection.missed_bytes:int -DATA:zeek.connection.history -INT:source.packets:int
    -INT:source.bytes:int -INT:destination.packets:int -INT:destination.bytes:int`;

const makeFiles = (data: string, hosts: string): string =>
  dashed(
    data,
    `NUMBER:timestamp NOTSPACE:zeek.files.fuid ${hosts} -DATA:zeek.files.session_ids
    -DATA:zeek.files.source -INT:zeek.files.depth:int -DATA:zeek.files.analyzers -DATA:file.mime_type
    -DATA:file.name -NUMBER:zeek.files.duration:float -DATA:zeek.files.local_orig -BRO_BOOL:zeek.files.is_orig
    -INT:zeek.files.seen_bytes:int -INT:file.size:int -INT:zeek.files.missing_bytes:int
    -INT:zeek.files.overflow_bytes:int -BRO_BOOL:zeek.files.timedout -DATA:zeek.files.parent_fuid
    -DATA:file.hash.md5 -DATA:file.hash.sha1 -DATA:file.hash.sha256 -DATA:zeek.files.extracted`,
  );

function makeEcsColumns(): Record<string, string> {
  const cloudfront = `CLOUDFRONT_TIME:timestamp WORD:aws.cloudfront.x_edge_location -INT:destination.bytes:int
    IPORHOST:source.ip WORD:http.request.method HOSTNAME:url.domain NOTSPACE:url.path`;
  const cloudfrontRest = `-BRO_DATA:http.request.referrer BRO_TEXT:user_agent.original -BRO_TEXT:url.query
    -BRO_TEXT:aws.cloudfront.http.request.cookie WORD:aws.cloudfront.x_edge_result_type
    NOTSPACE:aws.cloudfront.x_edge_request_id HOSTNAME:aws.cloudfront.http.request.host URIPROTO:network.protocol
    -INT:source.bytes:int NUMBER:aws.cloudfront.time_taken:float -IP:network.forwarded_ip
    -BRO_TEXT:aws.cloudfront.ssl_protocol -NOTSPACE:tls.cipher WORD:aws.cloudfront.x_edge_response_result_type`;
  const cloudfrontLate = `-BRO_TEXT:aws.cloudfront.fle_status -BRO_TEXT:aws.cloudfront.fle_encrypted_fields
    INT:source.port:int NUMBER:aws.cloudfront.time_to_first_byte:float
    -BRO_TEXT:aws.cloudfront.x_edge_detailed_result_type -NOTSPACE:http.request.mime_type
    -INT:aws.cloudfront.http.request.size:int -INT:aws.cloudfront.http.request.range.start:int
    -INT:aws.cloudfront.http.request.range.end:int`;
  const localResponse = readColumns('-BRO_BOOL:zeek.connection.local_resp');
  const start = readColumns(dashed('BRO_DATA', CONN_START));
  const end = readColumns(dashed('BRO_DATA', CONN_END));
  const macs = readColumns('-COMMONMAC:source.mac -COMMONMAC:destination.mac');
  const extracted = readColumns('-BRO_BOOL:zeek.files.extracted_cutoff -INT:zeek.files.extracted_size:int');
  const zeekFiles = readColumns(makeFiles('ZEEK_DATA', 'ZEEK_FILES_TX_HOSTS ZEEK_FILES_RX_HOSTS'));
  return {
    CLOUDFRONT_ACCESS_LOG: `${readColumns(cloudfront)}\\t(?:000|%{INT:http.response.status_code:int})\\t${readColumns(cloudfrontRest)}(?:\\t(?:-|HTTP/%{NUMBER:http.version})\\t${readColumns(cloudfrontLate)})?`,
    BRO_HTTP: readColumns(makeHttp('BRO_DATA', false)),
    BRO_DNS: readColumns(makeDns('BRO_DATA', false)),
    BRO_CONN: `${start}\\t(?:${localResponse}\\t)?${end}\\t${readColumns('~BRO_DATA:zeek.connection.tunnel_parents')}`,
    BRO_FILES: readColumns(makeFiles('BRO_DATA', '-IP:server.ip -IP:client.ip')),
    ZEEK_HTTP: readColumns(makeHttp('ZEEK_DATA', true)),
    ZEEK_DNS: readColumns(makeDns('ZEEK_DATA', true)),
    ZEEK_CONN: `${start}\\t${localResponse}\\t${end}\\t${readColumns('-ZEEK_DATA:zeek.connection.tunnel_parents')}(?:\\t${macs})?`,
    ZEEK_FILES: `${zeekFiles}(?:\\t${extracted})?`,
  };
}

/** Amazon S3, load balancers and CloudFront, and Zeek (formerly Bro). */
export function listCloudPatterns(set: GrokSet): [name: string, pattern: string][] {
  const columns =
    set === 'legacy'
      ? Object.entries(LEGACY_COLUMNS).map(([name, text]): [string, string] => [name, readColumns(text)])
      : Object.entries(makeEcsColumns());
  return [...readPatterns(AWS_PATTERNS, set), ...columns];
}
