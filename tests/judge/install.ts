import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOLS_FOLDER } from './tools.ts';

/** Exact versions: a new one may find something new, and that is looked at on purpose. */
const TOOLS = {
  'accessibility-checker-engine': '4.0.34',
  'html-validate': '11.18.0',
  lighthouse: '13.5.0',
};

/** Installs the checkers into a folder of their own: 200 MB that `npm ci` need not bring. */
export default function installTools(): void {
  const manifest = JSON.stringify({ private: true, dependencies: TOOLS }, undefined, 2);
  const path = join(TOOLS_FOLDER, 'package.json');
  if (existsSync(join(TOOLS_FOLDER, 'node_modules')) && existsSync(path))
    if (readFileSync(path, 'utf8') === manifest) return;
  mkdirSync(TOOLS_FOLDER, { recursive: true });
  writeFileSync(path, manifest);
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: TOOLS_FOLDER,
    stdio: 'inherit',
  });
}
