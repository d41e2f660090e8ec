import type { Batch } from '../../../event/batch.ts';
import { parsePath } from '../../../event/path.ts';
import type { ComponentProblem, TransformComponent } from '../../types.ts';
import { textParser, tooManyFields } from '../text-parser.ts';
import { type CellSyntax, readCells } from './cells.ts';
import { type ParseCsvConfig, parseCsvSchema } from './schema.ts';

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|', space: ' ' };
const QUOTES = { double: '"', single: "'", none: '' };

const notCsv = (field: string): ComponentProblem => ({
  errorName: 'CsvInvalid',
  message: `The text in ${field} has a quoted cell that does not end before the next delimiter`,
  causes: ['A cell holds a line break, so that its line came here in two parts', 'A quote is not doubled'],
  resolutions: [
    'Correct the writer of the lines',
    'Set Quotes to None when a quote is an ordinary character',
  ],
});

function readColumns(config: ParseCsvConfig, syntax: CellSyntax): string[] {
  if (config.header === undefined) return config.columns;
  const columns: string[] = [];
  readCells(config.header, syntax, (cell) => {
    columns.push(cell.trim() === '' ? `column_${columns.length + 1}` : cell.trim());
    return true;
  });
  return columns;
}

function headerTest(columns: readonly string[], syntax: CellSyntax): (text: string) => boolean {
  const [first] = columns;
  if (first === undefined) return () => false;
  return (text) => {
    if (!text.includes(first)) return false;
    let cells = 0;
    let isSame = true;
    readCells(text, syntax, (cell) => {
      isSame = cell.trim() === columns[cells++];
      return isSame;
    });
    return isSame && cells === columns.length;
  };
}

export const parseCsvTransform: TransformComponent = {
  create(input, context) {
    const config = parseCsvSchema.parse(input);
    const syntax = { delimiter: DELIMITERS[config.delimiter], quote: QUOTES[config.quote] };
    const columns = readColumns(config, syntax);
    const source = parsePath(config.field);
    const isHeader = headerTest(columns, syntax);
    const keepsEmpty = config.emptyCells === 'keep';
    const invalid = notCsv(config.field);
    const tooMany = tooManyFields(config.field);
    const parser = textParser(config, context, (text, found) => {
      let cells = 0;
      let isFull = false;
      const isCsv = readCells(text, syntax, (cell) => {
        const name = columns[cells] ?? `column_${cells + 1}`;
        cells++;
        if (cell !== '' || keepsEmpty) isFull = !found.add(name, cell);
        return !isFull;
      });
      if (isFull) return tooMany;
      return isCsv ? null : invalid;
    });
    if (!config.dropHeader) return parser;
    return {
      process(batch: Batch, event: number) {
        const member = batch.get(event, source);
        if (member >= 0 && isHeader(batch.text(member))) batch.drop(event);
        else parser.process(batch, event);
      },
    };
  },
};
