import { expect, test } from 'vitest';
import { compileGrok } from './grok.ts';
import { GROK_SETS, getGrokLibrary } from './library/index.ts';
import { PatternError } from './pattern.ts';

function parse(
  pattern: string,
  text: string,
  definitions: Record<string, string> = {},
): Record<string, string> | null {
  const grok = compileGrok(pattern, definitions);
  const found = grok.match(text);
  if (found === null) return null;
  const fields: Record<string, string> = {};
  grok.fields.forEach(({ name }, i) => {
    const value = found[i];
    if (value !== undefined) fields[name] ??= value;
  });
  return fields;
}

const refusal = (pattern: string, definitions: Record<string, string> = {}): string => {
  try {
    compileGrok(pattern, definitions);
    return 'accepted';
  } catch (error) {
    return error instanceof PatternError ? error.message : `another error: ${error}`;
  }
};

test.each(GROK_SETS)('every shipped pattern of the set %s compiles', (set) => {
  const names = [...getGrokLibrary(set).keys()];
  expect(names.length).toBeGreaterThanOrEqual(set === 'legacy' ? 317 : 361);
  for (const name of names)
    expect(compileGrok(`%{${name}:field}`, {}, set).fields.length, name).toBeGreaterThan(0);
});

test('an access log line gives the classic fields', () => {
  const line =
    '83.149.9.216 - frank [17/May/2015:10:05:03 +0000] "GET /a.png?x=1 HTTP/1.1" 200 203023 "http://x.org/" "Mozilla/5.0 (X11) \\"q\\""';
  expect(parse('%{COMBINEDAPACHELOG}', line)).toEqual({
    clientip: '83.149.9.216',
    ident: '-',
    auth: 'frank',
    timestamp: '17/May/2015:10:05:03 +0000',
    verb: 'GET',
    request: '/a.png?x=1',
    httpversion: '1.1',
    response: '200',
    bytes: '203023',
    referrer: 'http://x.org/',
    agent: 'Mozilla/5.0 (X11) \\"q\\"',
  });
  const odd = parse('%{COMMONAPACHELOG}', 'h - - [17/May/2015:10:05:03 +0000] "\\x16\\x03" 400 -');
  expect(odd).toMatchObject({ rawrequest: '\\x16\\x03', response: '400' });
  expect(odd).not.toHaveProperty('bytes');
});

test('a syslog line gives host, program, pid and message', () => {
  expect(parse('%{SYSLOGLINE}', 'Mar 27 13:06:56 web-1 sshd[1291]: Server listening on :: port 22.')).toEqual(
    {
      timestamp: 'Mar 27 13:06:56',
      logsource: 'web-1',
      program: 'sshd',
      pid: '1291',
      message: 'Server listening on :: port 22.',
    },
  );
});

test.each([
  ['IPV4', ['1.2.3.4', '255.255.255.255'], ['256.1.1.1', '1.2.3']],
  [
    'IPV6',
    ['::1', 'fe80::1%eth0', '2001:db8::8a2e:370:7334', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8'],
    ['1:2', 'g::1'],
  ],
  ['HOSTNAME', ['a', 'web-1.example.org', 'x_y'], ['-a', 'a b']],
  ['NUMBER', ['1', '-1.5', '.5', '+3'], ['1.', 'a']],
  ['INT', ['0', '-12'], ['1.5']],
  ['UUID', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567-e89b-12d3-a456-42661417400']],
  ['MAC', ['00:1b:44:11:3a:b7', '00-1B-44-11-3A-B7', '001b.4411.3ab7'], ['00:1b:44:11:3a']],
  ['TIMESTAMP_ISO8601', ['2026-11-21T02:15:41Z', '2026-11-21 02:15:41,123+01:00'], ['2026-13-21T02:15:41Z']],
  ['HTTPDATE', ['17/May/2015:10:05:03 +0000'], ['17/05/2015:10:05:03']],
  ['LOGLEVEL', ['ERROR', 'warn', 'Info', 'CRITICAL'], ['loud']],
  ['QS', ['"a \\" b"', "'x'"], ['"a']],
  ['URI', ['http://user:pw@example.org:8080/a/b?c=d', 'https://[::1]/'], ['//x']],
  ['PATH', ['/var/log/a.log', 'C:\\dir\\file'], ['a b']],
  ['EMAILADDRESS', ['a.b+c@example.org'], ['a@']],
])('%s takes what it names', (name, yes, no) => {
  const { regexp } = compileGrok(`^%{${name}:x}$`);
  expect(yes.filter((text) => !regexp.test(text))).toEqual([]);
  expect(no.filter((text) => regexp.test(text))).toEqual([]);
});

test('own definitions, types and named groups', () => {
  expect(parse('id=%{ID:user.id} (?<rest>.*)', 'id=ab12 tail', { ID: '[a-z]+[0-9]+' })).toEqual({
    'user.id': 'ab12',
    rest: 'tail',
  });
  expect(compileGrok('%{INT:n:int} %{NUMBER:f:float} %{WORD:w}').fields).toEqual([
    { name: 'n', type: 'int' },
    { name: 'f', type: 'float' },
    { name: 'w', type: 'string' },
  ]);
});

test('mistakes are refused by name', () => {
  expect(refusal('%{COMBINDAPACHELOG}')).toBe(
    "There is no grok pattern named 'COMBINDAPACHELOG'; did you mean COMBINEDAPACHELOG, COMMONAPACHELOG?",
  );
  expect(refusal('%{TOMCA}')).toBe(
    "There is no grok pattern named 'TOMCA'; did you mean TOMCAT_DATESTAMP, TOMCATLOG?",
  );
  expect(refusal('%{A}', { A: 'x%{B}', B: '%{A}' })).toBe('The pattern A contains itself (A → B → A)');
  expect(refusal('%{IP:a:number}')).toMatch(/has the type 'number'/);
  expect(refusal('%{IP:}')).toMatch(/not a pattern reference/);
  expect(refusal('')).toMatch(/empty/);
  expect(refusal('(?=x)')).toMatch(/Look-around/);
  expect(
    refusal(
      '%{A9}',
      Object.fromEntries([...Array(10).keys()].map((i) => [`A${i}`, i ? `%{A${i - 1}}`.repeat(9) : 'x'])),
    ),
  ).toMatch(/too large/);
});
