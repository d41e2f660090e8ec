/** Web servers, proxies and caches. In the legacy set Penstock's own Apache patterns stay. */
export const WEB_PATTERNS = String.raw`
HTTPDUSER (?:%{EMAILADDRESS}|%{USER})
legacy> HTTPD_COMMONLOG %{COMMONAPACHELOG}
legacy> HTTPD_COMBINEDLOG %{COMBINEDAPACHELOG}
ecs> HTTPD_COMMONLOG (?<source.address>\S+) (?:-|(?<apache.access.user.identity>\S+)) (?:-|(?<user.name>\S+)) \[%{HTTPDATE:timestamp}\]
   "(?:%{WORD:http.request.method} %{NOTSPACE:url.original}(?: HTTP/%{NUMBER:http.version})?|(?:[^"\\]|\\.)*)"
   (?:-|%{INT:http.response.status_code:int}) (?:-|%{INT:http.response.body.bytes:int})
ecs> HTTPD_COMBINEDLOG %{HTTPD_COMMONLOG} "(?:-|(?<http.request.referrer>(?:[^"\\]|\\.)*))" "(?:-|(?<user_agent.original>(?:[^"\\]|\\.)*))(?:"|$)
ecs> COMMONAPACHELOG %{HTTPD_COMMONLOG}
ecs> COMBINEDAPACHELOG %{HTTPD_COMBINEDLOG}
HTTPD20_ERRORLOG \[%{HTTPDERROR_DATE:timestamp}\] \[%{LOGLEVEL:loglevel|log.level}\] (?:\[client %{IPORHOST:clientip|source.address}\] )?%{GREEDYDATA:message}
HTTPD24_ERRORLOG \[%{HTTPDERROR_DATE:timestamp}\] \[%{WORD:module|apache.error.module}?:%{LOGLEVEL:loglevel|log.level}\]
   \[pid %{POSINT:pid|process.pid:int}(?::tid %{INT:tid|process.thread.id:int})?\]
  (?: \(%{POSINT:proxy_errorcode|apache.error.proxy.error.code}\)%{DATA:proxy_message|apache.error.proxy.error.message}:)?
  (?: \[client %{IPORHOST:clientip|source.address}(?::%{POSINT:clientport|source.port:int})?\])?
  (?: %{DATA:errorcode|error.code}:)? %{GREEDYDATA:message}
HTTPD_ERRORLOG (?:%{HTTPD24_ERRORLOG}|%{HTTPD20_ERRORLOG})
ecs> HTTPDERRORLOG %{HTTPD_ERRORLOG}
legacy> HAPROXYTIME %{HOUR:haproxy_hour}:%{MINUTE:haproxy_minute}:(?<haproxy_second>60|[0-5]?[0-9])
legacy> HAPROXYDATE %{MONTHDAY:haproxy_monthday}/%{MONTH:haproxy_month}/%{YEAR:haproxy_year}:%{HAPROXYTIME:haproxy_time}\.%{INT:haproxy_milliseconds}
ecs> HAPROXYTIME %{HOUR}:%{MINUTE}:(?:60|[0-5]?[0-9])
ecs> HAPROXYDATE %{MONTHDAY}/%{MONTH}/%{YEAR}:%{HAPROXYTIME}\.%{INT}
HAPROXYCAPTUREDREQUESTHEADERS %{DATA:captured_request_headers|haproxy.http.request.captured_headers}
HAPROXYCAPTUREDRESPONSEHEADERS %{DATA:captured_response_headers|haproxy.http.response.captured_headers}
ecs> HAPROXYURI (?:%{URIPROTO:url.scheme}://)?(?:%{USER:url.username}(?::[^@\s]*)?@)?(?:%{IPORHOST:url.domain}(?::%{POSINT:url.port:int})?)?(?:%{URIPATH:url.path}(?:\?%{URIQUERY:url.query})?)?
ecs> HAPROXYHTTPREQUESTLINE (?:<BADREQ>|%{WORD:http.request.method} %{HAPROXYURI:url.original}(?: HTTP/%{NUMBER:http.version})?)
legacy> HAPROXYHTTPBASE %{IP:client_ip}:%{INT:client_port} \[%{HAPROXYDATE:accept_date}\] %{NOTSPACE:frontend_name} (?<backend_name>[^\s/]+)/%{NOTSPACE:server_name}
   %{INT:time_request}/%{INT:time_queue}/%{INT:time_backend_connect}/%{INT:time_backend_response}/%{NOTSPACE:time_duration} %{INT:http_status_code} %{NOTSPACE:bytes_read}
   %{DATA:captured_request_cookie} %{DATA:captured_response_cookie} %{NOTSPACE:termination_state}
   %{INT:actconn}/%{INT:feconn}/%{INT:beconn}/%{INT:srvconn}/%{NOTSPACE:retries} %{INT:srv_queue}/%{INT:backend_queue}
   (?:\{%{HAPROXYCAPTUREDREQUESTHEADERS}\})? ?(?:\{%{HAPROXYCAPTUREDRESPONSEHEADERS}\})? ?
  "(?:<BADREQ>|%{WORD:http_verb} (?:%{URIPROTO:http_proto}://)?(?:%{USER:http_user}(?::[^@\s]*)?@)?(?<http_host>%{IPORHOST}(?::%{POSINT:port})?)?%{URIPATHPARAM:http_request}?(?: HTTP/%{NUMBER:http_version})?)"?
ecs> HAPROXYHTTPBASE %{IP:source.address}:%{INT:source.port:int} \[%{HAPROXYDATE:haproxy.request_date}\] %{NOTSPACE:haproxy.frontend_name} (?<haproxy.backend_name>[^\s/]+)/(?:<NOSRV>|%{NOTSPACE:haproxy.server_name})
   (?:-1|%{INT:haproxy.http.request.time_wait_ms:int})/(?:-1|%{INT:haproxy.total_waiting_time_ms:int})/(?:-1|%{INT:haproxy.connection_wait_time_ms:int})/(?:-1|%{INT:haproxy.http.request.time_wait_without_data_ms:int})/%{NOTSPACE:haproxy.total_time_ms}
   %{INT:http.response.status_code:int} %{INT:source.bytes:int} (?:-|%{DATA:haproxy.http.request.captured_cookie}) (?:-|%{DATA:haproxy.http.response.captured_cookie}) %{NOTSPACE:haproxy.termination_state}
   %{HAPROXYCONNECTIONS}(?: \{%{HAPROXYCAPTUREDREQUESTHEADERS}\}(?: \{%{HAPROXYCAPTUREDRESPONSEHEADERS}\})?)?(?: "%{HAPROXYHTTPREQUESTLINE}"?)?
ecs> HAPROXYCONNECTIONS %{INT:haproxy.connections.active:int}/%{INT:haproxy.connections.frontend:int}/%{INT:haproxy.connections.backend:int}/%{INT:haproxy.connections.server:int}/%{INT:haproxy.connections.retries:int} %{INT:haproxy.server_queue:int}/%{INT:haproxy.backend_queue:int}
HAPROXYHTTP (?:%{SYSLOGTIMESTAMP:syslog_timestamp|timestamp}|%{TIMESTAMP_ISO8601:timestamp8601|timestamp}) %{IPORHOST:syslog_server|host.hostname} %{SYSLOGPROG}: %{HAPROXYHTTPBASE}
legacy> HAPROXYTCP (?:%{SYSLOGTIMESTAMP:syslog_timestamp}|%{TIMESTAMP_ISO8601:timestamp8601}) %{IPORHOST:syslog_server} %{SYSLOGPROG}: %{IP:client_ip}:%{INT:client_port} \[%{HAPROXYDATE:accept_date}\] %{NOTSPACE:frontend_name} (?<backend_name>[^\s/]+)/%{NOTSPACE:server_name}
   %{INT:time_queue}/%{INT:time_backend_connect}/%{NOTSPACE:time_duration} %{NOTSPACE:bytes_read} %{NOTSPACE:termination_state} %{INT:actconn}/%{INT:feconn}/%{INT:beconn}/%{INT:srvconn}/%{NOTSPACE:retries} %{INT:srv_queue}/%{INT:backend_queue}
ecs> HAPROXYTCP (?:%{SYSLOGTIMESTAMP:timestamp}|%{TIMESTAMP_ISO8601:timestamp}) %{IPORHOST:host.hostname} %{SYSLOGPROG}: %{IP:source.address}:%{INT:source.port:int} \[%{HAPROXYDATE:haproxy.request_date}\] %{NOTSPACE:haproxy.frontend_name} (?<haproxy.backend_name>[^\s/]+)/(?:<NOSRV>|%{NOTSPACE:haproxy.server_name})
   (?:-1|%{INT:haproxy.total_waiting_time_ms:int})/(?:-1|%{INT:haproxy.connection_wait_time_ms:int})/%{NOTSPACE:haproxy.total_time_ms} %{INT:source.bytes:int} %{NOTSPACE:haproxy.termination_state} %{HAPROXYCONNECTIONS}
ecs> SQUID3_STATUS (?:%{POSINT:http.response.status_code:int}|0|000)
legacy> SQUID3 %{NUMBER:timestamp}\s+%{NUMBER:duration}\s%{IP:client_address}\s%{WORD:cache_result}/%{NONNEGINT:status_code}\s%{NUMBER:bytes}\s%{WORD:request_method}\s%{NOTSPACE:url}\s%{NOTSPACE:user}\s%{WORD:hierarchy_code}/(?:-|%{IPORHOST:server})\s%{NOTSPACE:content_type}
ecs> SQUID3 %{NUMBER:timestamp}\s+%{NUMBER:squid.request.duration:int}\s%{IP:source.ip}\s%{WORD:event.action}/%{SQUID3_STATUS}\s%{INT:http.response.bytes:int}\s%{WORD:http.request.method}\s%{NOTSPACE:url.original}\s(?:-|%{NOTSPACE:user.name})\s%{WORD:squid.hierarchy_code}/(?:-|%{IPORHOST:destination.address})\s(?:-|%{NOTSPACE:http.response.mime_type})
`;
