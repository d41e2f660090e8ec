import type { Batch } from '../../../event/batch.ts';
import { createPath, type Path, parsePath, splitPath } from '../../../event/path.ts';
import { requireFile } from '../../shared/files/shared-files.ts';
import { ComponentError, type ComponentProblem, type TransformComponent } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { type LookupConfig, lookupSchema } from './schema.ts';
import { LookupTable, lookupTables } from './table.ts';

const noColumn = (table: LookupTable, file: string, column: string): ComponentError =>
  new ComponentError({
    errorName: 'LookupColumnMissing',
    message: `The file '${file}' has no column '${column}'; it has ${table.columns.join(', ')}`,
    causes: ['The file was replaced by one with other columns', 'The name is spelled differently'],
    resolutions: ['Choose a column that the file has', 'Replace the file by one with that column'],
  });

const tooManyRows = (table: LookupTable, { file, maxRows }: LookupConfig): ComponentError =>
  new ComponentError({
    errorName: 'LookupTooLarge',
    message: `The file '${file}' has ${table.rowCount} rows, more than 'Most rows' (maxRows) allows: ${maxRows}`,
    causes: ['The file has grown'],
    resolutions: ["Raise 'Most rows'", 'Leave out rows that are not looked up'],
  });

const noRow = ({ file, keys }: LookupConfig): ComponentProblem => ({
  errorName: 'LookupMiss',
  message: `No row of '${file}' fits ${keys.map(({ field }) => field).join(' and ')}`,
  causes: ['The value is not in the table', 'The event has no such field'],
  resolutions: ['Add the value to the table', "Set 'When no row matches' to pass the event"],
});

const DIGITS_MAX = 15;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Removes the quotes of a cell that a double represents exactly. */
function asNumber(cell: Buffer): Buffer {
  if (cell.length > DIGITS_MAX + 4) return cell;
  const text = cell.toString('latin1', 1, cell.length - 1);
  return text.replace(/[-.]/g, '').length <= DIGITS_MAX && NUMBER.test(text) ? cell.subarray(1, -1) : cell;
}

type Added = { column: number; path: Path; problem: ComponentProblem };

export const lookupTransform: TransformComponent = {
  load: (_config, files) => lookupTables.get(requireFile(files, 'file')),

  create(input, context) {
    const config = lookupSchema.parse(input);
    const table = context.loaded;
    if (!(table instanceof LookupTable)) throw new Error('the table was not loaded');
    if (table.rowCount > config.maxRows) throw tooManyRows(table, config);
    const findColumn = (name: string): number => {
      const column = table.columns.indexOf(name);
      if (column < 0) throw noColumn(table, config.file, name);
      return column;
    };
    const keyColumns = config.keys.map(({ column }) => findColumn(column));
    const fields = config.keys.map(({ field }) => parsePath(field));
    const names =
      config.columns.length > 0
        ? config.columns
        : table.columns.filter((_, column) => !keyColumns.includes(column));
    const above = config.target === undefined ? [] : splitPath(config.target);
    const added = names.map((name): Added => {
      const path = [...above, `${config.namePrefix ?? ''}${name}`];
      return { column: findColumn(name), path: createPath(...path), problem: inTheWay(path.join('.')) };
    });
    const find = table.finder(keyColumns, config.match);
    const miss = noRow(config);
    const keepsExisting = config.existing === 'keep';
    const keepsEmpty = config.emptyCells === 'keep';

    /** -1 also when a key is missing. */
    const findEventRow = (batch: Batch, event: number): number => {
      const texts: string[] = [];
      for (const field of fields) {
        const member = batch.get(event, field);
        if (member < 0) return -1;
        texts.push(batch.text(member));
      }
      return find(texts);
    };

    return {
      process(batch, event) {
        const row = findEventRow(batch, event);
        if (row < 0) {
          if (config.onMiss === 'drop') batch.drop(event);
          else if (config.onMiss === 'error') context.fail(batch, event, miss);
          return;
        }
        for (const { column, path, problem } of added) {
          const cell = table.cell(row, column);
          if (!keepsEmpty && cell.length === 2) continue;
          if (keepsExisting && batch.get(event, path) >= 0) continue;
          if (!batch.setTrusted(event, path, config.numbers ? asNumber(cell) : cell)) {
            context.fail(batch, event, problem);
            return;
          }
        }
      },
    };
  },
};
