import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './tools.ts';

type Program = {
  readonly module: string;
  readonly version: string;
  /** Its main package in the module. */
  readonly main: string;
  /** Its sources replace modules by folders which are not published with it. */
  readonly hasFolders?: boolean;
  readonly tags?: string;
  /** Folders of its sources that it reads while it runs; they are kept beside it. */
  readonly keeps?: readonly string[];
};

/** What takes back replacements such as `replace example.org/a => ../a`. */
const listFolders = (sources: string): string[] =>
  [
    ...readFileSync(join(sources, 'go.mod'), 'utf8').matchAll(
      /^(?:replace )?[ \t]*(\S+)(?: \S+)? => \.{1,2}\//gm,
    ),
  ].map(([, module]) => `-dropreplace=${module}`);

/** Builds a program from its published sources, for minutes at first; it stays in `.build/`. */
export function buildGoProgram(
  name: string,
  { module, version, main, hasFolders = false, tags = '', keeps = [] }: Program,
): string {
  const folder = join(import.meta.dirname, '../../.build/system', `${name}-${version}`);
  const program = join(folder, name);
  if (existsSync(program)) return program;
  const go = tool('go', 'golang');
  const download = execFileSync(go, ['mod', 'download', '-json', `${module}@${version}`], {
    encoding: 'utf8',
  });
  const sources = join(folder, 'sources');
  mkdirSync(folder, { recursive: true });
  cpSync(JSON.parse(download).Dir, sources, { recursive: true });
  execFileSync('chmod', ['-R', 'u+w', sources]);
  const inSources = { cwd: sources, stdio: 'inherit' } as const;
  if (hasFolders) execFileSync(go, ['mod', 'edit', ...listFolders(sources)], inSources);
  for (const kept of keeps) cpSync(join(sources, kept), join(folder, kept), { recursive: true });
  const args = ['build', '-mod=mod', '-buildvcs=false', '-tags', tags, '-o', program, main];
  execFileSync(go, args, inSources);
  rmSync(sources, { recursive: true, force: true });
  return program;
}
