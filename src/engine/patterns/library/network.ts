export const NETWORK_PATTERNS: Readonly<Record<string, string>> = {
  IPV4OCTET: '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])',
  IPV4: '(?:%{IPV4OCTET}\\.){3}%{IPV4OCTET}\\b',
  IPV6HEX: '[0-9A-Fa-f]{1,4}',
  IPV6:
    '(?:' +
    '(?:%{IPV6HEX}:){7}(?:%{IPV6HEX}|:)|' +
    '(?:%{IPV6HEX}:){6}(?::%{IPV6HEX}|%{IPV4}|:)|' +
    '(?:%{IPV6HEX}:){5}(?::%{IPV4}|(?::%{IPV6HEX}){1,2}|:)|' +
    '(?:%{IPV6HEX}:){4}(?:(?::%{IPV6HEX}){0,1}:%{IPV4}|(?::%{IPV6HEX}){1,3}|:)|' +
    '(?:%{IPV6HEX}:){3}(?:(?::%{IPV6HEX}){0,2}:%{IPV4}|(?::%{IPV6HEX}){1,4}|:)|' +
    '(?:%{IPV6HEX}:){2}(?:(?::%{IPV6HEX}){0,3}:%{IPV4}|(?::%{IPV6HEX}){1,5}|:)|' +
    '(?:%{IPV6HEX}:){1}(?:(?::%{IPV6HEX}){0,4}:%{IPV4}|(?::%{IPV6HEX}){1,6}|:)|' +
    ':(?:(?::%{IPV6HEX}){0,5}:%{IPV4}|(?::%{IPV6HEX}){1,7}|:)' +
    ')(?:%[0-9A-Za-z]+)?',
  IP: '(?:%{IPV6}|%{IPV4})',
  HOSTNAME: '[0-9A-Za-z_](?:[0-9A-Za-z_-]*[0-9A-Za-z_])?(?:\\.[0-9A-Za-z_-]+)*\\.?',
  HOST: '%{HOSTNAME}',
  IPORHOST: '(?:%{IPV4}|%{IPV6}|%{HOSTNAME})',
  HOSTPORT: '%{IPORHOST}:%{POSINT}',
  CISCOMAC: '(?:[A-Fa-f0-9]{4}\\.){2}[A-Fa-f0-9]{4}',
  WINDOWSMAC: '(?:[A-Fa-f0-9]{2}-){5}[A-Fa-f0-9]{2}',
  COMMONMAC: '(?:[A-Fa-f0-9]{2}:){5}[A-Fa-f0-9]{2}',
  MAC: '(?:%{COMMONMAC}|%{WINDOWSMAC}|%{CISCOMAC})',
  UNIXPATH: '/[^\\s:*?"<>|]*',
  WINPATH: '(?:[A-Za-z]:|\\\\)(?:\\\\[^\\\\?*\\s]*)+',
  PATH: '(?:%{UNIXPATH}|%{WINPATH})',
  TTY: '/dev/(?:pts|tty(?:[pq])?)(?:\\w+)?/?(?:[0-9]+)?',
  URIPROTO: '[A-Za-z][A-Za-z0-9+.-]*',
  URIHOST: '(?:%{IPORHOST}|\\[%{IPV6}\\])(?::[0-9]+)?',
  URIPATH: "/[A-Za-z0-9$.+!*'(){},~:;=@#%&_/-]*",
  URIQUERY: "[A-Za-z0-9$.+!*'|(){},~@#%&/=:;_?\\-\\[\\]<>]*",
  URIPARAM: '\\?%{URIQUERY}',
  URIPATHPARAM: '%{URIPATH}(?:%{URIPARAM})?',
  URI: '%{URIPROTO}://(?:%{USER}(?::[^@\\s]*)?@)?(?:%{URIHOST})?(?:%{URIPATHPARAM})?',
};
