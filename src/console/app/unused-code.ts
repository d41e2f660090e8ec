import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const PLOT = /\/node_modules\/@observablehq\/plot\//;
/** Those of the charts that need a part of a module which is not used otherwise. */
const SHOWN_MARKS = /\/node_modules\/@observablehq\/plot\/src\/marks\/(area|line|dot)\.js$/;
const D3 = /\/node_modules\/d3\//;
const DAY_PICKER = /\/node_modules\/react-day-picker\//;
const KY = /\/node_modules\/ky\//;
const DATE_WORDS = /\/node_modules\/date-fns\/locale\/en-US\.js$/;
/** Library imports unused by the console that no bundler can remove. */
const UNUSED = [
  // The palette is an Ariakit dialog.
  { name: '@radix-ui/react-dialog', importer: /\/node_modules\/cmdk\// },
  // For maps, which no chart uses.
  { name: 'd3-geo', importer: D3 },
  { name: './projection.js', importer: PLOT },
  { name: '../projection.js', importer: PLOT },
  { name: '../marker.js', importer: PLOT },
  // Charts use the tokens' colors, own ticks, legends and tooltips.
  { name: 'd3-scale-chromatic', importer: D3 },
  { name: './scales/schemes.js', importer: PLOT },
  { name: './schemes.js', importer: PLOT },
  { name: './diverging.js', importer: PLOT },
  { name: './scales/diverging.js', importer: PLOT },
  { name: 'd3-time-format', importer: /\/node_modules\/(d3|d3-scale)\// },
  { name: 'd3-axis', importer: D3 },
  { name: './legends/ramp.js', importer: PLOT },
  { name: './legends/swatches.js', importer: PLOT },
  { name: './marks/tip.js', importer: PLOT },
  { name: './interactions/pointer.js', importer: PLOT },
  // Scales are of time and numbers, points are circles, lines are straight, and nothing is sorted or binned.
  { name: './scales/ordinal.js', importer: PLOT },
  { name: './transforms/group.js', importer: PLOT },
  { name: './symbol.js', importer: PLOT },
  // Days are in the zone of the browser, one is chosen, months change at once and have no menus, weeks no numbers of
  // ISO. Dates are written by `day-format.ts`, and never read.
  { name: '@date-fns/tz', importer: DAY_PICKER },
  { name: './noonDateLib.js', importer: DAY_PICKER },
  { name: './useAnimation.js', importer: DAY_PICKER },
  { name: './utils/toTimeZone.js', importer: DAY_PICKER },
  { name: './utils/convertMatchersToTimeZone.js', importer: DAY_PICKER },
  { name: './selection/useMulti.js', importer: DAY_PICKER },
  { name: './selection/useRange.js', importer: DAY_PICKER },
  { name: './helpers/getMonthOptions.js', importer: DAY_PICKER },
  { name: './helpers/getYearOptions.js', importer: DAY_PICKER },
  { name: '../helpers/endOfBroadcastWeek.js', importer: DAY_PICKER },
  { name: '../helpers/startOfBroadcastWeek.js', importer: DAY_PICKER },
  { name: './Dropdown.js', importer: DAY_PICKER },
  { name: './DropdownNav.js', importer: DAY_PICKER },
  { name: './MonthsDropdown.js', importer: DAY_PICKER },
  { name: './YearsDropdown.js', importer: DAY_PICKER },
  { name: './Option.js', importer: DAY_PICKER },
  { name: './Select.js', importer: DAY_PICKER },
  { name: './Nav.js', importer: DAY_PICKER },
  { name: './Footer.js', importer: DAY_PICKER },
  { name: './WeekNumber.js', importer: DAY_PICKER },
  { name: './WeekNumberHeader.js', importer: DAY_PICKER },
  { name: 'date-fns/eachMonthOfInterval', importer: DAY_PICKER },
  { name: 'date-fns/eachYearOfInterval', importer: DAY_PICKER },
  { name: 'date-fns/startOfISOWeek', importer: DAY_PICKER },
  { name: 'date-fns/endOfISOWeek', importer: DAY_PICKER },
  { name: 'date-fns/getISOWeek', importer: DAY_PICKER },
  { name: 'date-fns/setYear', importer: DAY_PICKER },
  { name: './en-US/_lib/match.js', importer: DATE_WORDS },
  { name: './en-US/_lib/localize.js', importer: DATE_WORDS },
  { name: './en-US/_lib/formatLong.js', importer: DATE_WORDS },
  { name: './en-US/_lib/formatDistance.js', importer: DATE_WORDS },
  { name: './en-US/_lib/formatRelative.js', importer: DATE_WORDS },
  // A call is sent once, and its answer is read by our own schemas, without progress.
  { name: './retry-timing.js', importer: KY },
  { name: '../utils/body.js', importer: KY },
  { name: '../utils/delay.js', importer: KY },
  { name: '../errors/SchemaValidationError.js', importer: KY },
  // Only the table's row model is used; header and cells are our own.
  { name: './buildHeaderGroups.js', importer: /\/node_modules\/@tanstack\/table-core\// },
  { name: './FlexRender.js', importer: /\/node_modules\/@tanstack\/react-table\// },
] as const;
const EMPTY = '\0unused:';
/** Modules of which a small part is used, and that part. */
const REPLACED = [
  {
    name: '../symbol.js',
    importer: SHOWN_MARKS,
    code: 'export const maybeSymbolChannel = (symbol) => [undefined, symbol]; export const maybeSymbol = (symbol) => symbol;',
  },
  {
    // Colors are those of the tokens: no scale reads or mixes them.
    name: 'd3-color',
    importer: /\/node_modules\/(d3|d3-interpolate)\//,
    code: `export function color() { return null; }
      export { color as rgb, color as hsl, color as lab, color as hcl, color as lch, color as gray, color as cubehelix };`,
  },
  {
    name: '../curve.js',
    importer: SHOWN_MARKS,
    code: `import { curveLinear } from 'd3';
      export const maybeCurve = () => curveLinear;
      export { curveLinear as curveAuto, maybeCurve as maybeCurveAuto };`,
  },
  {
    name: '../transforms/bin.js',
    importer: SHOWN_MARKS,
    code: `export const maybeDenseIntervalX = (options = {}) => options;
      export { maybeDenseIntervalX as maybeDenseIntervalY };`,
  },
];
const PART = '\0part:';
const DAY_FORMAT = fileURLToPath(new URL('../components/widgets/time-range/day-format.ts', import.meta.url));

const CALLS = /\/src\/contract\/calls\/[\w-]+\.ts$/;
/** For the service and API documents. The console only checks whether a call has a body. */
const OF_SERVICE =
  /^(?:summary|pathParameters|query|body|forPeople|ifMatch|idempotent|etag|yaml|upload|download)$/;

type Node = { type: string; start: number; end: number };
type Definition = Node & { key: { name?: string }; value: Node };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** @returns properties of calls that the console does not read, in file order */
function findUnread(node: Node): Definition[] {
  const { callee, arguments: given } = node as {
    callee?: { name?: string };
    arguments?: { properties: Definition[] }[];
  };
  if (callee?.name === 'defineCall')
    return given?.[0]?.properties.filter(({ key }) => key?.name && OF_SERVICE.test(key.name)) ?? [];
  return Object.values<unknown>({ ...node })
    .flat()
    .filter(isNode)
    .flatMap(findUnread);
}

/** Replaces modules in the build by empty functions, since some are called on import. */
export function createUnusedCodePlugin(): Plugin {
  return {
    name: 'penstock-unused-code',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer = '') {
      if (id === 'date-fns/format' && DAY_PICKER.test(importer)) return DAY_FORMAT;
      const replaced = REPLACED.findIndex((one) => one.name === id && one.importer.test(importer));
      if (replaced >= 0) return PART + replaced;
      if (!UNUSED.some((unused) => unused.name === id && unused.importer.test(importer))) return null;
      const module = await this.resolve(id, importer, { skipSelf: true });
      return module && EMPTY + module.id;
    },
    transform(code, id) {
      if (!CALLS.test(id)) return null;
      const kept = findUnread(this.parse(code, { lang: 'ts' })).reduceRight(
        (text, { start, end, key }) =>
          `${text.slice(0, start)}${key.name === 'body' ? 'body: true' : `${key.name}: undefined`}${text.slice(end)}`,
        code,
      );
      return { code: kept, map: null };
    },
    async load(id) {
      if (id.startsWith(PART)) return REPLACED[Number(id.slice(PART.length))]?.code ?? null;
      if (!id.startsWith(EMPTY)) return null;
      const names = Object.keys(await import(pathToFileURL(id.slice(EMPTY.length)).href));
      return names
        .map((name) => (name === 'default' ? 'export default () => {};' : `export const ${name} = () => {};`))
        .join('\n');
    },
  };
}
