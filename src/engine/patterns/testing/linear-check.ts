/** Asks V8 about each translated pattern of a JSON list. Run it in Node with the linear engine's flag. */
import { readFileSync } from 'node:fs';
import { compileGrok } from '../grok.ts';
import { GROK_SETS, getGrokLibrary } from '../library/index.ts';
import { compilePattern, PatternError } from '../pattern.ts';

const refused: string[] = [];
const check = (pattern: string, source: string): void => {
  try {
    new RegExp(source, 'l');
  } catch (error) {
    refused.push(`${pattern} → ${source}: ${error}`);
  }
};
for (const pattern of JSON.parse(readFileSync(0, 'utf8')) as string[]) {
  try {
    check(pattern, compilePattern(pattern).source);
  } catch (error) {
    if (!(error instanceof PatternError)) refused.push(`${pattern}: ${error}`);
  }
}
for (const set of GROK_SETS)
  for (const name of getGrokLibrary(set).keys())
    check(name, compileGrok(`%{${name}:x}`, {}, set).regexp.source);
process.stdout.write(JSON.stringify(refused));
