import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programFolder } from '../../src/program/refresh.ts';
import { sourceFingerprint } from '../../src/service/console/stale.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const BELOW_COMPONENTS = [
  'contract',
  'graph',
  'charts',
  'machines',
  'styles',
  'lib',
  'api',
  'state',
  'commands',
];

/** Import rules by area, most specific first. */
const ROOMS: { room: string; path: string; may: string[] }[] = [
  { room: 'contract', path: 'src/contract', may: [] },
  { room: 'graph', path: 'src/graph', may: ['contract'] },
  { room: 'collector', path: 'src/collector', may: ['contract', 'graph'] },
  { room: 'charts', path: 'src/charts', may: ['contract'] },
  { room: 'machines', path: 'machines', may: ['contract', 'graph'] },
  { room: 'styles', path: 'styles', may: [] },
  { room: 'program', path: 'src/program', may: [] },
  { room: 'engine-port', path: 'src/engine/port.ts', may: ['contract', 'engine'] },
  { room: 'engine-catalogue', path: 'src/engine/components/catalogue.ts', may: ['contract', 'engine'] },
  {
    room: 'engine',
    path: 'src/engine',
    may: ['contract', 'graph', 'program', 'engine-port', 'engine-catalogue'],
  },
  { room: 'backup-port', path: 'src/service/backup/port.ts', may: ['contract', 'service'] },
  {
    room: 'service',
    path: 'src/service',
    may: [
      'contract',
      'graph',
      'charts',
      'collector',
      'machines',
      'program',
      'engine-port',
      'engine-catalogue',
    ],
  },
  { room: 'cli', path: 'src/cli', may: ['contract', 'graph', 'machines', 'program', 'backup-port'] },
  { room: 'lib', path: 'src/console/lib', may: ['contract', 'graph'] },
  { room: 'api', path: 'src/console/api', may: ['contract', 'graph', 'machines', 'lib'] },
  { room: 'state', path: 'src/console/state', may: ['contract', 'graph', 'machines', 'lib', 'api'] },
  {
    room: 'commands',
    path: 'src/console/commands',
    may: ['contract', 'graph', 'machines', 'lib', 'api', 'state'],
  },
  {
    room: 'widgets',
    path: 'src/console/components/widgets',
    may: ['contract', 'graph', 'charts', 'styles', 'lib'],
  },
  { room: 'components', path: 'src/console/components', may: [...BELOW_COMPONENTS, 'widgets'] },
  { room: 'views', path: 'src/console/views', may: [...BELOW_COMPONENTS, 'widgets', 'components'] },
  { room: 'gallery', path: 'src/console/gallery', may: ['styles', 'lib', 'widgets'] },
  {
    room: 'app',
    path: 'src/console',
    may: [...BELOW_COMPONENTS, 'widgets', 'components', 'views'],
  },
  { room: 'docs', path: 'src/docs', may: ['contract'] },
];

/** Packages that would break an area's purity or grow the bundle. */
const FORBIDDEN_PACKAGES: Record<string, RegExp> = {
  contract: /^(?!zod\/mini$)/,
  graph: /^(?!zod\/mini$)/,
  collector: /^(?!yaml$)/,
  charts: /^(?!@observablehq\/plot$)/,
  machines: /^(?!xstate|zod)/,
  styles: /^(?!@vanilla-extract\/css|@fontsource)/,
  lib: /^(ky|wouter|@tanstack\/react-query|partysocket|xstate|@xstate)/,
  widgets: /^(ky|wouter|@tanstack\/react-query|partysocket|xstate|@xstate)/,
  components: /^(ky|partysocket)$/,
  views: /^(ky|partysocket)$/,
};

const roomOf = (path: string) => ROOMS.find((room) => path === room.path || path.startsWith(room.path + sep));

const sources = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

/** @param without imports of this kind */
const importsOf = (file: string, without = /(?!)/): string[] => {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(without, '');
  const patterns = [/\bfrom\s+'([^']+)'/g, /^\s*import\s+'([^']+)'/gm, /\bimport\(\s*'([^']+)'/g];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!));
};

const files = ['src', 'machines', 'styles'].flatMap(sources);

describe('imports run one way', () => {
  it('every file lies in a room', () => {
    expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });

  it('no file imports a room it may not', () => {
    const wrong = files.flatMap((file) => {
      const from = roomOf(file)!;
      return importsOf(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => relative(ROOT, resolve(ROOT, dirname(file), target)))
        .filter((target) => {
          const to = roomOf(target);
          return to === undefined || (to.room !== from.room && !from.may.includes(to.room));
        })
        .map((target) => `${file} → ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('no view imports another view', () => {
    const area = (path: string) => path.split(sep).slice(0, 4).join(sep);
    const wrong = files
      .filter((file) => roomOf(file)?.room === 'views')
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => target.startsWith('.'))
          .map((target) => relative(ROOT, resolve(ROOT, dirname(file), target)))
          .filter((target) => roomOf(target)?.room === 'views' && area(target) !== area(file))
          .map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('pure rooms see no package that would make them impure', () => {
    const wrong = files.flatMap((file) => {
      const pattern = FORBIDDEN_PACKAGES[roomOf(file)?.room ?? ''];
      if (!pattern) return [];
      return importsOf(file)
        .filter((target) => !target.startsWith('.') && pattern.test(target))
        .map((target) => `${file} → ${target}`);
    });
    expect(wrong).toEqual([]);
  });
});

/** Rooms that a room imports, over others too. */
function listNeeds(room: string, found = new Set<string>()): Set<string> {
  if (found.has(room)) return found;
  found.add(room);
  for (const needed of ROOMS.find((one) => one.room === room)?.may ?? []) listNeeds(needed, found);
  return found;
}

/** Rooms whose files leave what `sourcesOf` says of a folder unchanged. */
function listMissed(rooms: Iterable<string>, sourcesOf: (root: string) => string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'penstock-rooms-'));
  const missed = [...rooms].filter((name) => {
    const path = join(root, ROOMS.find(({ room }) => room === name)!.path);
    const before = sourcesOf(root);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path) && !path.endsWith('.ts')) mkdirSync(path);
    writeFileSync(path.endsWith('.ts') ? path : join(path, `${name}.ts`), '');
    return sourcesOf(root) === before;
  });
  rmSync(root, { recursive: true });
  return missed;
}

it('the console is built again after a change of any room it imports', () => {
  expect(listMissed(listNeeds('app'), sourceFingerprint)).toEqual([]);
});

it('the program is built again after a change of any room it imports', () => {
  expect(listMissed([...listNeeds('service'), ...listNeeds('cli')], programFolder)).toEqual([]);
});

/** Strongly connected groups of two or more files (Tarjan). */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) circles.push(group);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

describe('imports form no circle', () => {
  const resolveImports = (file: string): string[] =>
    importsOf(file)
      .filter((target) => target.startsWith('.'))
      .map((target) => relative(ROOT, resolve(ROOT, dirname(file), target)));
  const circles = findCircles(new Map(files.map((file) => [file, resolveImports(file)])));

  it('no file reaches itself through its imports', () => {
    expect(circles).toEqual([]);
  });
});

describe('an isolated process loads little, since a site starts one for each of many pipelines', () => {
  /** Imports that remain once types are stripped, those of a function that runs later aside. */
  const loadedBy = (file: string): string[] =>
    importsOf(file, /^import\s+type\b[^;]*;|\bimport\([^)]*\)/gm).map((target) =>
      target.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), target)) : target,
    );
  const listLoaded = (file: string, found = new Set<string>()): Set<string> => {
    if (found.has(file)) return found;
    found.add(file);
    if (files.includes(file)) for (const target of loadedBy(file)) listLoaded(target, found);
    return found;
  };
  const loaded = [...listLoaded('src/engine/isolation/main.ts')];
  const listMatching = (pattern: RegExp) => loaded.filter((file) => pattern.test(file));

  it('its transforms, and neither sources nor destinations nor the engine around them', () => {
    expect(
      listMatching(/^src\/engine\/components\/transforms\/[^/]+\/transform\.ts$/).length,
    ).toBeGreaterThan(20);
    expect(
      listMatching(
        /^src\/engine\/(components\/(sources|sinks)\/|runtime\/child\.ts|buffer\/|workers\/|remote\/)|^src\/(service|console)\//,
      ),
    ).toEqual([]);
  });

  it('no package but those of its transforms', () => {
    const packages = loaded.filter((file) => !file.startsWith('src/') && !file.startsWith('node:'));
    expect(packages.sort()).toEqual([
      '@jitl/quickjs-wasmfile-release-sync',
      'mmdb-lib',
      'quickjs-emscripten-core',
      'zod',
      'zod/mini',
    ]);
  });
});

describe('files stay small', () => {
  const lengths = files.map((file) => ({
    file,
    lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length,
  }));
  const sorted = lengths.map((entry) => entry.lines).sort((a, b) => a - b);
  const quantile = (q: number) => sorted[Math.floor(q * (sorted.length - 1))]!;

  it('median under 120 lines, nine in ten under 300', () => {
    expect(quantile(0.5)).toBeLessThan(120);
    expect(quantile(0.9)).toBeLessThan(300);
  });

  it('no file has over 500 lines', () => {
    expect(lengths.filter((entry) => entry.lines > 500)).toEqual([]);
  });
});

describe('top level', () => {
  it('holds no folder but the agreed ones', () => {
    const folders = readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .filter((name) => !['node_modules'].includes(name));
    expect(folders.sort()).toEqual(['machines', 'src', 'styles', 'tests']);
  });
});
