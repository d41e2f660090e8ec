/** Times each shipped pattern on hostile lines. Run it in Node with an engine process's flags. */
import { compileGrok } from '../grok.ts';
import { GROK_SETS, getGrokLibrary } from '../library/index.ts';

const PIECES = ['a', '1.', ':', '\t', '"', '-|', 'at a.a.', 'x;'];
const SMALL = 4096;

/** CPU milliseconds, to ignore other load. */
function measureTime(regexp: RegExp, text: string): number {
  const start = process.cpuUsage();
  regexp.test(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const slow: string[] = [];
for (const set of GROK_SETS)
  for (const name of getGrokLibrary(set).keys()) {
    const { regexp } = compileGrok(`%{${name}}\\x00$`, {}, set);
    for (const piece of PIECES) {
      // Up to 2048 characters use V8's default engine, until it backtracks too much.
      const short = measureTime(regexp, piece.repeat(2000 / piece.length));
      if (short > 250) slow.push(`${set} ${name} on ${piece}: ${short} ms on a short line`);
      const small = measureTime(regexp, piece.repeat(SMALL / piece.length));
      if (small < 60) continue;
      // For four times the text, linear takes 4× and quadratic 16×.
      const large = measureTime(regexp, piece.repeat((SMALL * 4) / piece.length));
      if (large / small > 10) slow.push(`${set} ${name} on ${piece}: ${small} ms, then ${large} ms`);
    }
  }
process.stdout.write(JSON.stringify(slow));
