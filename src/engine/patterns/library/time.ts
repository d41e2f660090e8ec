/** Dates and times. */
export const TIME_PATTERNS: Readonly<Record<string, string>> = {
  MONTH:
    '(?:[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|[Mm]ar(?:ch)?|[Aa]pr(?:il)?|[Mm]ay|[Jj]un(?:e)?|[Jj]ul(?:y)?|[Aa]ug(?:ust)?|[Ss]ep(?:tember)?|[Oo]ct(?:ober)?|[Nn]ov(?:ember)?|[Dd]ec(?:ember)?)\\b',
  MONTHNUM: '(?:1[0-2]|0?[1-9])',
  MONTHNUM2: '(?:1[0-2]|0[1-9])',
  MONTHDAY: '(?:3[01]|[12][0-9]|0?[1-9])',
  DAY: '(?:Mon(?:day)?|Tue(?:sday)?|Wed(?:nesday)?|Thu(?:rsday)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?)',
  YEAR: '[0-9]{2}(?:[0-9]{2})?',
  HOUR: '(?:2[0-3]|[01]?[0-9])',
  MINUTE: '[0-5][0-9]',
  SECOND: '(?:60|[0-5]?[0-9])(?:[:.,][0-9]+)?',
  TIME: '%{HOUR}:%{MINUTE}(?::%{SECOND})?',
  DATE_US: '%{MONTHNUM}[/-]%{MONTHDAY}[/-]%{YEAR}',
  DATE_EU: '%{MONTHDAY}[./-]%{MONTHNUM}[./-]%{YEAR}',
  DATE: '(?:%{DATE_US}|%{DATE_EU})',
  DATESTAMP: '%{DATE}[- ]%{TIME}',
  ISO8601_TIMEZONE: '(?:Z|[+-]%{HOUR}(?::?%{MINUTE})?)',
  TIMESTAMP_ISO8601:
    '%{YEAR}-%{MONTHNUM}-%{MONTHDAY}[T ]%{HOUR}:?%{MINUTE}(?::?%{SECOND})?(?:%{ISO8601_TIMEZONE})?',
  TZ: '(?:[A-Z]{3,4})',
  DATESTAMP_RFC822: '%{DAY} %{MONTH} %{MONTHDAY} %{YEAR} %{TIME} %{TZ}',
  DATESTAMP_RFC2822: '%{DAY}, %{MONTHDAY} %{MONTH} %{YEAR} %{TIME} %{ISO8601_TIMEZONE}',
  DATESTAMP_EVENTLOG: '[0-9]{4}%{MONTHNUM2}(?:0[1-9]|[12][0-9]|3[01])(?:2[0-3]|[01][0-9])%{MINUTE}[0-5][0-9]',
  HTTPDERROR_DATE: '%{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{YEAR}',
  HTTPDATE: '[0-9]{1,2}/[A-Za-z]{3}/[0-9]{4}:[0-9]{2}:[0-9]{2}:[0-9]{2} [+-][0-9]{4}',
  SYSLOGTIMESTAMP: '[A-Z][a-z]{2} {1,2}[0-9]{1,2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]+)?',
};
