import { type Priority, SyslogError, type SyslogMessage } from './message.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const BOM = '\ufeff';

class Words {
  private readonly text: string;
  at: number;
  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** Up to the next space; undefined for the nil value `-`. */
  next(part: string): string | undefined {
    const space = this.text.indexOf(' ', this.at);
    const end = space < 0 ? this.text.length : space;
    const word = this.text.slice(this.at, end);
    if (word === '') throw new SyslogError(`the message ends before its ${part}`);
    this.at = end + 1;
    return word === '-' ? undefined : word;
  }
}

type Elements = Record<string, Record<string, string>>;

function readElements(text: string, from: number): { elements: Elements; end: number } {
  const elements: Elements = Object.create(null) as Elements;
  let p = from;
  const name = (what: string): string => {
    const start = p;
    while (p < text.length && !' =]"'.includes(text[p]!)) p++;
    if (p === start) throw new SyslogError(`the structured data has no ${what} at character ${p + 1}`);
    return text.slice(start, p);
  };
  const value = (): string => {
    if (text[p] !== '=' || text[p + 1] !== '"')
      throw new SyslogError(`the structured data lacks =" at character ${p + 1}`);
    let result = '';
    for (p += 2; text[p] !== '"'; p++) {
      if (p >= text.length) throw new SyslogError('a value of the structured data has no closing quote');
      if (text[p] === '\\' && '"\\]'.includes(text[p + 1] ?? '')) p++;
      result += text[p];
    }
    p++;
    return result;
  };
  while (text[p] === '[') {
    p++;
    const values: Record<string, string> = Object.create(null) as Record<string, string>;
    elements[name('id')] = values;
    while (text[p] === ' ') {
      p++;
      const key = name('name');
      values[key] = value();
    }
    if (text[p] !== ']') throw new SyslogError('the structured data has no closing ]');
    p++;
  }
  return { elements, end: p };
}

/**
 * `<PRI>1 TIMESTAMP HOST APP PROCID MSGID SD MSG` (https://datatracker.ietf.org/doc/html/rfc5424#section-6).
 * @throws SyslogError
 */
export function parseIetf(text: string, { facility, severity, end }: Priority): SyslogMessage {
  const words = new Words(text, end);
  const version = words.next('version');
  if (version !== '1') throw new SyslogError(`the version '${version ?? '-'}' is not 1`);
  const timestamp = words.next('timestamp');
  if (timestamp !== undefined && !TIMESTAMP.test(timestamp))
    throw new SyslogError(`the timestamp '${timestamp.slice(0, 64)}' is not as RFC 5424 wants it`);
  const hostname = words.next('host name');
  const appname = words.next('program name');
  const procid = words.next('process id');
  const msgid = words.next('message id');
  let p = words.at;
  let structured: Elements | undefined;
  if (text[p] === '[') {
    const { elements, end: after } = readElements(text, p);
    structured = elements;
    p = after;
  } else if (text[p] === '-') p++;
  else throw new SyslogError('the message has no structured data (- stands for none)');
  if (p < text.length && text[p] !== ' ')
    throw new SyslogError('a space is missing after the structured data');
  const rest = text.slice(p + 1);
  const message = rest.startsWith(BOM) ? rest.slice(1) : rest;
  return {
    timestamp,
    hostname,
    appname,
    procid,
    msgid,
    facility,
    severity,
    structured_data: structured,
    message,
  };
}
