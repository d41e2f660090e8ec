import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Rooms of the house, the most specific first, and which rooms each may import. */
const ROOMS: { room: string; path: string; may: string[] }[] = [
  { room: 'contract', path: 'src/contract', may: [] },
  { room: 'machines', path: 'machines', may: ['contract'] },
  { room: 'styles', path: 'styles', may: [] },
  { room: 'engine-port', path: 'src/engine/port.ts', may: ['contract', 'engine'] },
  { room: 'engine-catalogue', path: 'src/engine/components/catalogue.ts', may: ['contract', 'engine'] },
  { room: 'engine', path: 'src/engine', may: ['contract', 'engine-port', 'engine-catalogue'] },
  { room: 'backup-port', path: 'src/service/backup/port.ts', may: ['contract', 'service'] },
  { room: 'service', path: 'src/service', may: ['contract', 'machines', 'engine-port', 'engine-catalogue'] },
  { room: 'cli', path: 'src/cli', may: ['contract', 'machines', 'backup-port'] },
  { room: 'widgets', path: 'src/console/widgets', may: ['contract', 'styles'] },
  { room: 'views', path: 'src/console/views', may: ['contract', 'machines', 'styles', 'widgets', 'console'] },
  { room: 'console', path: 'src/console', may: ['contract', 'machines', 'styles', 'widgets', 'views'] },
  { room: 'docs', path: 'src/docs', may: ['contract'] },
];

/** Packages a room must never see: what keeps it pure, or keeps the bundle small. */
const FORBIDDEN_PACKAGES: Record<string, RegExp> = {
  contract: /^(?!zod\/mini$)/,
  machines: /^(?!xstate|zod)/,
  styles: /^(?!@vanilla-extract\/css|@fontsource)/,
  widgets: /^(ky|wouter|@tanstack\/react-query|partysocket|xstate|@xstate)/,
  views: /^(ky|partysocket)$/,
};

const roomOf = (path: string) => ROOMS.find((room) => path === room.path || path.startsWith(room.path + sep));

const sources = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

const importsOf = (file: string): string[] => {
  const text = readFileSync(join(ROOT, file), 'utf8');
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

describe('files stay small', () => {
  const lengths = files.map((file) => ({
    file,
    lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length,
  }));
  const sorted = lengths.map((entry) => entry.lines).sort((a, b) => a - b);
  const quantile = (q: number) => sorted[Math.floor(q * (sorted.length - 1))]!;

  it('the median file has under 120 lines and nine in ten under 300', () => {
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
