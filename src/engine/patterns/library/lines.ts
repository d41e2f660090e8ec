/** A pattern that starts with one of these matches only at the start of the text. */
export const LINE_PATTERNS: Readonly<Record<string, string>> = {
  PROG: '[\\x21-\\x5a\\x5c\\x5e-\\x7e]+',
  SYSLOGPROG: '%{PROG:program}(?:\\[%{POSINT:pid}\\])?',
  SYSLOGHOST: '%{IPORHOST}',
  SYSLOGFACILITY: '<%{NONNEGINT:facility}\\.%{NONNEGINT:priority}>',
  SYSLOGPRI: '<%{NONNEGINT:priority}>',
  SYSLOGBASE:
    '(?:%{SYSLOGPRI})?%{SYSLOGTIMESTAMP:timestamp} (?:%{SYSLOGFACILITY} )?%{SYSLOGHOST:logsource} %{SYSLOGPROG}:',
  SYSLOGLINE: '%{SYSLOGBASE} ?%{GREEDYDATA:message}',
  SYSLOG5424LINE:
    '<%{NONNEGINT:priority}>%{NONNEGINT:version} (?:-|%{TIMESTAMP_ISO8601:timestamp}) (?:-|%{NOTSPACE:hostname}) (?:-|%{NOTSPACE:program}) (?:-|%{NOTSPACE:pid}) (?:-|%{NOTSPACE:msgid}) (?:-|(?<structured_data>\\[.*?[^\\\\]\\]))(?: %{GREEDYDATA:message})?',
  COMMONAPACHELOG:
    '(?<clientip>\\S+) (?<ident>\\S+) (?<auth>\\S+) \\[%{HTTPDATE:timestamp}\\] "(?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|(?<rawrequest>(?:[^"\\\\]|\\\\.)*))" (?:-|(?<response>[0-9]{3})) (?:-|(?<bytes>[0-9]+))',
  COMBINEDAPACHELOG:
    '%{COMMONAPACHELOG} "(?<referrer>(?:[^"\\\\]|\\\\.)*)" "(?<agent>(?:[^"\\\\]|\\\\.)*)(?:"|$)',
  HTTPDERRORLOG:
    '\\[%{HTTPDERROR_DATE:timestamp}\\] \\[(?:%{WORD:module}:)?%{LOGLEVEL:loglevel}\\](?: \\[pid %{POSINT:pid}(?::tid %{NUMBER:tid})?\\])?(?: \\[client (?<clientip>[^\\]]+)\\])? %{GREEDYDATA:message}',
  NGINXACCESS: '%{COMBINEDAPACHELOG}',
};
