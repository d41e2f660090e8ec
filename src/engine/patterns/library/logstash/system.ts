/**
 * Syslog, name servers, databases and mail. Exim's fields are written out in order: a repeated group would
 * keep only its last captures.
 */
export const SYSTEM_PATTERNS = String.raw`
ISO8601_SECOND %{SECOND}
DATESTAMP_OTHER %{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{TZ} %{YEAR}
ecs> SYSLOGPROG %{PROG:process.name}(?:\[%{POSINT:process.pid:int}\])?
ecs> SYSLOGFACILITY <%{NONNEGINT:log.syslog.facility.code:int}\.%{NONNEGINT:log.syslog.priority:int}>
ecs> SYSLOGPRI <%{NONNEGINT:log.syslog.priority:int}>
ecs> SYSLOGBASE %{SYSLOGPRI}?%{SYSLOGTIMESTAMP:timestamp} (?:%{SYSLOGFACILITY} )?%{SYSLOGHOST:host.hostname} %{SYSLOGPROG}:
SYSLOG5424PRINTASCII [!-~]+
legacy> SYSLOGBASE2 (?:%{SYSLOGTIMESTAMP:timestamp}|%{TIMESTAMP_ISO8601:timestamp8601}) (?:%{SYSLOGFACILITY} )?%{SYSLOGHOST:logsource}(?: %{SYSLOGPROG}:)?
ecs> SYSLOGBASE2 (?:%{SYSLOGTIMESTAMP:timestamp}|%{TIMESTAMP_ISO8601:timestamp})(?: %{SYSLOGFACILITY})?(?: %{SYSLOGHOST:host.hostname})?(?: %{SYSLOGPROG}:)?
ecs> SYSLOGLINE %{SYSLOGPRI}?%{SYSLOGBASE2} %{GREEDYDATA:message}
SYSLOGPAMSESSION %{SYSLOGBASE} (?<message>%{WORD:pam_module|system.auth.pam.module}\(%{DATA:pam_caller|system.auth.pam.origin}\): session %{WORD:pam_session_state|system.auth.pam.session_state} for user %{USERNAME:username|user.name}(?: by %{GREEDYDATA:pam_by|})?.*)
CRON_ACTION [A-Z ]+
CRONLOG %{SYSLOGBASE} \(%{USER:user|user.name}\) %{CRON_ACTION:action|system.cron.action} \(%{DATA:message}\)
SYSLOG5424PRI <%{NONNEGINT:syslog5424_pri|log.syslog.priority:int}>
SYSLOG5424SD \[%{DATA}\]+
legacy> SYSLOG5424BASE %{SYSLOG5424PRI}%{NONNEGINT:syslog5424_ver} +(?:-|%{TIMESTAMP_ISO8601:syslog5424_ts}) +(?:-|%{IPORHOST:syslog5424_host}) +(?:-|%{SYSLOG5424PRINTASCII:syslog5424_app}) +(?:-|%{SYSLOG5424PRINTASCII:syslog5424_proc}) +(?:-|%{SYSLOG5424PRINTASCII:syslog5424_msgid}) +(?:%{SYSLOG5424SD:syslog5424_sd}|-|)
ecs> SYSLOG5424BASE %{SYSLOG5424PRI}%{NONNEGINT:system.syslog.version} +(?:-|%{TIMESTAMP_ISO8601:timestamp}) +(?:-|%{IPORHOST:host.hostname}) +(?:-|%{SYSLOG5424PRINTASCII:process.name}) +(?:-|%{POSINT:process.pid:int}) +(?:-|%{SYSLOG5424PRINTASCII:event.code}) +(?:-|%{SYSLOG5424SD:system.syslog.structured_data}|)
ecs> SYSLOG5424LINE %{SYSLOG5424BASE} +%{GREEDYDATA:message}
BIND9_TIMESTAMP %{MONTHDAY}-%{MONTH}-%{YEAR} %{TIME}
legacy> BIND9 %{BIND9_TIMESTAMP:timestamp} queries: %{LOGLEVEL:loglevel}: client:?(?: @0x[0-9A-Fa-f]+)? %{IP:clientip}#%{POSINT:clientport} \(%{GREEDYDATA:query}\): query: %{GREEDYDATA:query} IN %{GREEDYDATA:querytype} \(%{IP:dns}\)
ecs> BIND9_DNSTYPE (?:AAAA|A|CAA|CDNSKEY|CDS|CERT|CNAME|CSYNC|DLV|DNAME|DNSKEY|DS|HINFO|LOC|MX|NAPTR|NSEC3|NSEC|NS|OPENPGPKEY|PTR|RRSIG|RP|SIG|SMIMEA|SOA|SRV|TSIG|TXT|URI)
ecs> BIND9_CATEGORY queries
ecs> BIND9_QUERYLOGBASE client:?(?: @0x[0-9A-Fa-f]+)? %{IP:client.ip}#%{POSINT:client.port:int} \(%{GREEDYDATA:bind.log.question.name}\): query: %{GREEDYDATA:dns.question.name} (?<dns.question.class>IN) %{BIND9_DNSTYPE:dns.question.type}:?(?: %{DATA:bind.log.question.flags})? \(%{IP:server.ip}\)
ecs> BIND9_QUERYLOG %{BIND9_TIMESTAMP:timestamp} %{BIND9_CATEGORY:bing.log.category}: %{LOGLEVEL:log.level}: %{BIND9_QUERYLOGBASE}
ecs> BIND9 %{BIND9_QUERYLOG}
EXIM_MSGID [0-9A-Za-z]{6}-[0-9A-Za-z]{6}-[0-9A-Za-z]{2}
EXIM_FLAGS (?:<=|=>|->|\*>|>>|<>|\*\*|==)
EXIM_DATE %{YEAR:exim_year|}-%{MONTHNUM:exim_month|}-%{MONTHDAY:exim_day|} %{TIME:exim_time|}
EXIM_PID \[%{POSINT:pid|process.pid:int}\]
EXIM_QT (?:[0-9]+y)?(?:[0-9]+w)?(?:[0-9]+d)?(?:[0-9]+h)?(?:[0-9]+m)?(?:[0-9]+s)?
EXIM_EXCLUDE_TERMS (?:Message is frozen|(?:Start|End) queue run| Warning: | retry time not reached | no (?:IP address|host name) found for (?:IP address|host) | unexpected disconnection while reading SMTP command | no immediate delivery: |another process is handling this message)
EXIM_REMOTE_HOST H=(?:%{NOTSPACE:remote_hostname|source.address} )?(?:\(%{NOTSPACE:remote_heloname|exim.log.remote_address}\) )?\[%{IP:remote_host|source.ip}\](?::%{POSINT:remote_port|source.port:int})?
EXIM_INTERFACE I=\[%{IP:exim_interface|destination.ip}\]:%{NUMBER:exim_interface_port|destination.port:int}
EXIM_PROTOCOL P=%{NOTSPACE:protocol|network.protocol}
EXIM_MSG_SIZE S=%{NUMBER:exim_msg_size|exim.log.message.size:int}
EXIM_HEADER_ID id=%{NOTSPACE:exim_header_id|exim.log.header_id}
EXIM_QUOTED_CONTENT (?:[^"\\]|\\.)*
legacy> EXIM_SUBJECT T=%{QS:exim_subject}
ecs> EXIM_SUBJECT T="%{EXIM_QUOTED_CONTENT:exim.log.message.subject}"
EXIM_UNKNOWN_FIELD [A-Za-z0-9]{1,4}=(?:%{QUOTEDSTRING}|%{NOTSPACE})
EXIM_OTHER_FIELDS (?: (?:[A-GJ-OQRU-Za-z0-9]|[A-Za-hj-z0-9][A-Za-z0-9]{1,3}|i[A-Za-ce-z0-9][A-Za-z0-9]{0,2}|id[A-Za-z0-9]{1,2})=(?:%{QUOTEDSTRING}|%{NOTSPACE}))*
EXIM_NAMED_FIELDS %{EXIM_OTHER_FIELDS}(?: %{EXIM_REMOTE_HOST})?%{EXIM_OTHER_FIELDS}(?: %{EXIM_INTERFACE})?%{EXIM_OTHER_FIELDS}(?: %{EXIM_PROTOCOL})?%{EXIM_OTHER_FIELDS}(?: %{EXIM_MSG_SIZE})?%{EXIM_OTHER_FIELDS}(?: %{EXIM_HEADER_ID})?%{EXIM_OTHER_FIELDS}(?: %{EXIM_SUBJECT})?%{EXIM_OTHER_FIELDS}
EXIM_MESSAGE_ARRIVAL %{EXIM_DATE:timestamp} (?:%{EXIM_PID} )?%{EXIM_MSGID:exim_msgid|exim.log.message.id} (?<exim_flags|exim.log.flags><=) (?<exim_status|exim.log.status>[a-z:] )?%{EMAILADDRESS:exim_sender_email|exim.log.sender.email}%{EXIM_NAMED_FIELDS}(?:(?: from <?%{DATA:|exim.log.sender.original}>?)? for %{EMAILADDRESS:exim_recipient_email|exim.log.recipient.email})?
EXIM %{EXIM_MESSAGE_ARRIVAL}
MONGO_LOG %{SYSLOGTIMESTAMP:timestamp} \[%{WORD:component|mongodb.component}\] %{GREEDYDATA:message}
MONGO_QUERY \{ .* \}
MONGO_WORDDASH [\w-]+
MONGO_SLOWQUERY %{WORD:|mongodb.profile.op} %{MONGO_WORDDASH:database|mongodb.database}\.%{MONGO_WORDDASH:collection|mongodb.collection} %{WORD}: %{MONGO_QUERY:query|mongodb.query.original} ntoreturn:%{NONNEGINT:ntoreturn|mongodb.profile.ntoreturn:int} ntoskip:%{NONNEGINT:ntoskip|mongodb.profile.ntoskip:int} nscanned:%{NONNEGINT:nscanned|mongodb.profile.nscanned:int}.*? nreturned:%{NONNEGINT:nreturned|mongodb.profile.nreturned:int}.*? %{INT:duration|mongodb.profile.duration:int}ms
MONGO3_SEVERITY \w
legacy> MONGO3_COMPONENT (?:%{WORD}|-)
ecs> MONGO3_COMPONENT %{WORD}
legacy> MONGO3_ORIGIN %{MONGO3_COMPONENT:component}
ecs> MONGO3_ORIGIN (?:-|%{MONGO3_COMPONENT:mongodb.component})
MONGO3_LOG %{TIMESTAMP_ISO8601:timestamp} %{MONGO3_SEVERITY:severity|log.level} %{MONGO3_ORIGIN}%{SPACE}(?:\[%{DATA:context|mongodb.context}\])? %{GREEDYDATA:message}
POSTGRESQL %{DATESTAMP:timestamp} %{TZ:|event.timezone} %{DATA:user_id|user.name} %{GREEDYDATA:connection_id|postgresql.log.connection_id} %{POSINT:pid|process.pid:int}
REDISTIMESTAMP %{MONTHDAY} %{MONTH} %{TIME}
REDISLOG \[%{POSINT:pid|process.pid:int}\] %{REDISTIMESTAMP:timestamp} \*
REDISMONLOG %{NUMBER:timestamp} \[%{INT:database|redis.database.id} %{IP:client|client.ip}:%{POSINT:port|client.port:int}\] "%{WORD:command|redis.command.name}"\s?%{GREEDYDATA:params|redis.command.args}
`;
