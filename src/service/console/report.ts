import { gzipSync } from 'node:zlib';

type Chunk = { fileName: string; code: string; modules: Readonly<Record<string, { code: string | null }>> };

const LISTED = 25;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^\s+/gm;

const gzipSize = (text: string): number => gzipSync(text, { level: 9 }).length;

function nameOwner(root: string, id: string): string {
  const [, owner] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  if (owner !== undefined) return owner;
  return id.replace(`${root}/`, '').split('/').slice(0, -1).slice(0, 4).join('/') || 'the bundler';
}

function printLargest(title: string, sizes: ReadonlyMap<string, number>): void {
  console.log(`\n${title}`);
  const largest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, LISTED);
  for (const [name, bytes] of largest) console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${name}`);
}

/** Prints the heaviest parts in bytes of gzip -9, estimated from each owner's share of the text. */
export function printReport(root: string, chunks: readonly Chunk[]): void {
  const files = new Map<string, number>();
  const owners = new Map<string, number>();
  for (const { fileName, code, modules } of chunks) {
    const size = gzipSize(code);
    files.set(fileName, size);
    const texts = Object.entries(modules).map(
      ([id, module]) => [id, (module.code ?? '').replaceAll(COMMENT, '').length] as const,
    );
    const total = texts.reduce((sum, [, length]) => sum + length, 0);
    for (const [id, length] of texts) {
      const owner = nameOwner(root, id);
      if (total > 0) owners.set(owner, (owners.get(owner) ?? 0) + (size * length) / total);
    }
  }
  printLargest('Packages and folders', owners);
  printLargest('Files', files);
  const sum = [...files.values()].reduce((total, size) => total + size, 0);
  console.log(`\n${files.size} files of script, ${(sum / 1000).toFixed(0)} kB`);
}
