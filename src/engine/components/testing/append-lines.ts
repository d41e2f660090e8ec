import { writeSync } from 'node:fs';
import { LogFile } from '../shared/log-file.ts';

const LINE_BYTES = 300;
const LINES = 6000;

/** Appends writes of numbered lines, each almost 2 MB, so often or until killed; reports the last line of each. */
const [path = '', first = '0', most = 'Infinity'] = process.argv.slice(2);
const file = new LogFile({ path, maxBytes: 1e9, keepFiles: undefined, isJson: true, mode: 0o640 });
for (let n = Number(first), left = Number(most); left > 0; left--) {
  const lines = Array.from({ length: LINES + (n % 97) }, () => {
    const line = `{"n":${n++},"text":"`;
    return `${line.padEnd(LINE_BYTES - 2 + (n % 7), 'x')}"}\n`;
  });
  await file.append(Buffer.from(lines.join('')));
  writeSync(1, `${n - 1}\n`);
}
