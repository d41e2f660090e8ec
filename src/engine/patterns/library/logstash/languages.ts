export const LANGUAGE_PATTERNS = String.raw`
JAVACLASS [a-zA-Z$_][a-zA-Z$_0-9]*(?:\.[a-zA-Z$_][a-zA-Z$_0-9]*)*
JAVAFILE [a-zA-Z$_0-9. -]+
JAVAMETHOD (?:<(?:cl)?init>|[a-zA-Z$_][a-zA-Z$_0-9]*)
JAVASTACKTRACEPART %{SPACE}at %{JAVACLASS:class|java.log.origin.class.name}\.%{JAVAMETHOD:method|log.origin.function}\(%{JAVAFILE:file|log.origin.file.name}(?::%{INT:line|log.origin.file.line:int})?\)
JAVATHREAD [A-Z]{2}-Processor[0-9]+
JAVALOGMESSAGE .*
legacy> CATALINA_DATESTAMP %{MONTH} %{MONTHDAY}, 20%{YEAR} %{HOUR}:?%{MINUTE}:?%{SECOND} [AP]M
legacy> TOMCAT_DATESTAMP 20%{YEAR}-%{MONTHNUM}-%{MONTHDAY} %{HOUR}:?%{MINUTE}:?%{SECOND} %{ISO8601_TIMEZONE}
legacy> CATALINALOG %{CATALINA_DATESTAMP:timestamp} %{JAVACLASS:class} %{JAVALOGMESSAGE:logmessage}
legacy> TOMCATLOG %{TOMCAT_DATESTAMP:timestamp} \| %{LOGLEVEL:level} \| %{JAVACLASS:class} - %{JAVALOGMESSAGE:logmessage}
ecs> CATALINA7_DATESTAMP %{MONTH} %{MONTHDAY}, %{YEAR} %{HOUR}:%{MINUTE}:%{SECOND} [AP]M
ecs> CATALINA7_LOG %{CATALINA7_DATESTAMP:timestamp} %{JAVACLASS:java.log.origin.class.name}(?: %{JAVAMETHOD:log.origin.function})?\s*(?:%{LOGLEVEL:log.level}:)? %{JAVALOGMESSAGE:message}
ecs> CATALINA8_DATESTAMP %{MONTHDAY}-%{MONTH}-%{YEAR} %{HOUR}:%{MINUTE}:%{SECOND}
ecs> CATALINA8_LOG %{CATALINA8_DATESTAMP:timestamp} %{LOGLEVEL:log.level} \[%{DATA:java.log.origin.thread.name}\] %{JAVACLASS:java.log.origin.class.name}\.%{JAVAMETHOD:log.origin.function}? %{JAVALOGMESSAGE:message}
ecs> CATALINA_DATESTAMP (?:%{CATALINA8_DATESTAMP}|%{CATALINA7_DATESTAMP})
ecs> CATALINALOG (?:%{CATALINA8_LOG}|%{CATALINA7_LOG})
ecs> TOMCAT7_LOG %{CATALINA7_LOG}
ecs> TOMCAT8_LOG %{CATALINA8_LOG}
ecs> TOMCATLEGACY_DATESTAMP %{YEAR}-%{MONTHNUM}-%{MONTHDAY} %{HOUR}:%{MINUTE}:%{SECOND}(?: %{ISO8601_TIMEZONE})?
ecs> TOMCATLEGACY_LOG %{TOMCATLEGACY_DATESTAMP:timestamp} \| %{LOGLEVEL:log.level} \| %{JAVACLASS:java.log.origin.class.name} - %{JAVALOGMESSAGE:message}
ecs> TOMCAT_DATESTAMP (?:%{CATALINA_DATESTAMP}|%{TOMCATLEGACY_DATESTAMP})
ecs> TOMCATLOG (?:%{CATALINALOG}|%{TOMCATLEGACY_LOG})
RUUID [0-9a-fA-F]{32}
RCONTROLLER (?<controller|rails.controller.class>[^#]+)#(?<action|rails.controller.action>\w+)
RAILS3HEAD Started %{WORD:verb|http.request.method} "%{URIPATHPARAM:request|url.original}" for %{IPORHOST:clientip|source.address} at (?<timestamp>%{YEAR}-%{MONTHNUM}-%{MONTHDAY} %{HOUR}:%{MINUTE}:%{SECOND} %{ISO8601_TIMEZONE})
RPROCESSING \W*Processing by %{RCONTROLLER} as (?<format|rails.request.format>\S+)(?:\W*Parameters: \{%{DATA:params|rails.request.params}\}\W*)?
RAILS3PROFILE (?:\((?:Views: %{NUMBER:viewms|rails.request.duration.view:float}ms \| )?ActiveRecord: %{NUMBER:activerecordms|rails.request.duration.active_record:float}ms)?
RAILS3FOOT Completed %{POSINT:response|http.response.status_code:int}%{DATA} in %{NUMBER:totalms|rails.request.duration.total:float}ms %{RAILS3PROFILE}%{GREEDYDATA}
RAILS3 %{RAILS3HEAD}%{RPROCESSING}?(?<context|rails.request.explain.original>(?:.*\n)*)%{RAILS3FOOT}?
RUBY_LOGLEVEL (?:DEBUG|FATAL|ERROR|WARN|INFO)
RUBY_LOGGER [DFEWI], \[%{TIMESTAMP_ISO8601:timestamp} #%{POSINT:pid|process.pid:int}\] *%{RUBY_LOGLEVEL:loglevel|log.level} -- +%{DATA:progname|process.name}: %{GREEDYDATA:message}
MAVEN_VERSION (?:[0-9]+\.){0,2}(?:\*|[0-9]+)(?:[.-](?:RELEASE|SNAPSHOT))?
MCOLLECTIVE ., \[%{TIMESTAMP_ISO8601:timestamp} #%{POSINT:pid|process.pid:int}\]%{SPACE}%{LOGLEVEL:event_level|log.level}
MCOLLECTIVEAUDIT %{TIMESTAMP_ISO8601:timestamp}:
`;
