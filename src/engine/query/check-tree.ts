import { SQL_FUNCTIONS, SQL_TABLE_FUNCTIONS } from '../../contract/sql-functions.ts';
import { isRecord } from '../../contract/values.ts';

/** Part of a statement in the format of DuckDB's `json_serialize_sql`. */
type Tree = Record<string, unknown>;

export type Named = {
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
  readonly takesAll: boolean;
};

export class TreeRefused extends Error {
  readonly at: number | undefined;

  constructor(message: string, at: number | undefined) {
    super(message);
    this.at = at;
  }
}

const EXPRESSIONS = new Set([
  'BETWEEN',
  'CASE',
  'CAST',
  'COLLATE',
  'COLUMN_REF',
  'COMPARISON',
  'CONJUNCTION',
  'CONSTANT',
  'FUNCTION',
  'LAMBDA',
  'LAMBDA_REF',
  'OPERATOR',
  'PARAMETER',
  'POSITIONAL_REFERENCE',
  'STAR',
  'SUBQUERY',
  'TYPE',
  'WINDOW',
]);
const NODES = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE']);
const TABLES = new Set(['BASE_TABLE', 'EMPTY', 'EXPRESSION_LIST', 'JOIN', 'SUBQUERY', 'TABLE_FUNCTION']);
const PARTS = new Set([
  'ORDER_MODIFIER',
  'LIMIT_MODIFIER',
  'LIMIT_PERCENT_MODIFIER',
  'DISTINCT_MODIFIER',
  'ASCENDING',
  'DESCENDING',
  'ORDER_DEFAULT',
]);
const TYPE_INFO = /^[A-Z]+_TYPE_INFO$/;
const OPERATOR = /^[!%&*+/<>=@^|~-]+$/;
const SIGNS = new Set(['!__postfix', 'like_escape', 'ilike_escape', 'not_like_escape', 'not_ilike_escape']);
const FUNCTIONS = new Set([...SQL_FUNCTIONS, ...SIGNS]);
const TABLE_FUNCTIONS = new Set(SQL_TABLE_FUNCTIONS);

const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
const readPlace = (tree: Tree): number | undefined =>
  Number.isSafeInteger(tree.query_location) ? (tree.query_location as number) : undefined;

/** Deeper statements are refused: the walk recurses. */
const DEPTH_MAX = 400;
export const TOO_DEEP = 'The query is nested too deep';

type Scope = ReadonlySet<string>;

class TreeWalk {
  readonly #tables: ReadonlySet<string>;
  readonly #parameters: ReadonlySet<string>;
  readonly found = new Set<string>();
  readonly columns = new Set<string>();
  readonly aliases = new Set<string>();
  takesAll = false;

  constructor(tables: ReadonlySet<string>, parameters: ReadonlySet<string>) {
    this.#tables = tables;
    this.#parameters = parameters;
  }

  visit(value: unknown, scope: Scope, depth = 0): void {
    if (depth > DEPTH_MAX) throw new TreeRefused(TOO_DEEP, undefined);
    if (Array.isArray(value)) {
      for (const one of value) this.visit(one, scope, depth + 1);
      return;
    }
    if (!isRecord(value)) return;
    const inner = this.#readCtes(value, scope, depth);
    if (typeof value.class === 'string') this.#checkExpression(value);
    else if (typeof value.type === 'string') this.#checkPart(value, value.type, inner);
    for (const [key, part] of Object.entries(value)) {
      if (key === 'cte_map' || (key === 'value' && value.class === 'CONSTANT')) continue;
      this.visit(part, key === 'right' ? this.#withRecursion(value, inner) : inner, depth + 1);
    }
  }

  /** Later names see earlier ones, recursive names also themselves. */
  #readCtes(value: Tree, scope: Scope, depth: number): Scope {
    const map = isRecord(value.cte_map) ? value.cte_map.map : undefined;
    if (!Array.isArray(map) || map.length === 0) return scope;
    let known = scope;
    for (const entry of map) {
      if (!isRecord(entry)) continue;
      this.visit(entry.value, known, depth + 1);
      known = new Set([...known, readText(entry.key).toLowerCase()]);
    }
    return known;
  }

  #withRecursion(value: Tree, scope: Scope): Scope {
    const name = readText(value.cte_name).toLowerCase();
    return value.type === 'RECURSIVE_CTE_NODE' && name !== '' ? new Set([...scope, name]) : scope;
  }

  #checkExpression(value: Tree): void {
    const kind = value.class as string;
    const at = readPlace(value);
    if (kind === 'PARAMETER') this.#checkParameter(readText(value.identifier), at);
    if (!EXPRESSIONS.has(kind))
      throw new TreeRefused(`${kind.toLowerCase()} is not supported in a query`, at);
    if (kind === 'STAR') this.takesAll = true;
    if (kind === 'COLUMN_REF' && Array.isArray(value.column_names))
      for (const name of value.column_names) this.columns.add(readText(name).toLowerCase());
    if (kind === 'FUNCTION' || kind === 'WINDOW') this.#checkFunction(value, FUNCTIONS, at);
  }

  #checkParameter(name: string, at: number | undefined): void {
    if (this.#parameters.has(name)) return;
    const isNamed = /^[a-z]/i.test(name);
    throw new TreeRefused(
      isNamed
        ? `$${name} has no value: a dashboard gives values to its variables; elsewhere write the value itself`
        : 'Parameters without a name are not supported: write the value itself',
      at,
    );
  }

  #checkFunction(value: Tree, permitted: ReadonlySet<string>, at: number | undefined): void {
    const name = readText(value.function_name).toLowerCase();
    // The parser itself adds the schema of some functions, such as `extract`.
    const isPlain = ['', 'main'].includes(readText(value.schema)) && readText(value.catalog) === '';
    if (isPlain && (permitted.has(name) || (permitted === FUNCTIONS && OPERATOR.test(name)))) return;
    throw new TreeRefused(`The function ${name} is not available in a query`, at);
  }

  #checkPart(value: Tree, type: string, scope: Scope): void {
    const at = readPlace(value);
    if (!NODES.has(type) && !TABLES.has(type) && !PARTS.has(type) && !TYPE_INFO.test(type)) {
      const what = type === 'SHOW_REF' ? 'DESCRIBE, SHOW and SUMMARIZE are' : `${type.toLowerCase()} is`;
      throw new TreeRefused(`${what} not available: the tables and their fields are listed under Data`, at);
    }
    if (typeof value.alias === 'string' && value.alias !== '') this.aliases.add(value.alias.toLowerCase());
    if (type === 'BASE_TABLE') this.#checkTable(value, scope, at);
    if (type === 'TABLE_FUNCTION') {
      const { function: call } = value;
      if (!isRecord(call)) throw new TreeRefused('This table is not available', at);
      this.#checkTableFunction(call, at);
    }
    if (type === 'JOIN') this.#noteJoin(value);
  }

  /** Its arguments are checked like those of any function, with its name replaced by a plain one. */
  #checkTableFunction(call: Tree, at: number | undefined): void {
    this.#checkFunction(call, TABLE_FUNCTIONS, at);
    call.function_name = 'range';
  }

  #noteJoin(value: Tree): void {
    if (Array.isArray(value.using_columns))
      for (const name of value.using_columns) this.columns.add(readText(name).toLowerCase());
    if (value.ref_type === 'NATURAL') this.takesAll = true;
  }

  #checkTable(value: Tree, scope: Scope, at: number | undefined): void {
    const name = readText(value.table_name);
    const isPlain = readText(value.schema_name) === '' && readText(value.catalog_name) === '';
    if (isPlain && scope.has(name.toLowerCase())) return;
    if (!isPlain || value.at_clause || !this.#tables.has(name.toLowerCase()))
      throw new TreeRefused(`There is no table ${name}. Data lists the tables.`, at);
    this.found.add(name.toLowerCase());
    this.aliases.add(name.toLowerCase());
  }
}

/**
 * Checks a statement against permitted tables, functions and kinds of expressions.
 * @param tables in lower case
 * @param parameters names with a value
 * @throws TreeRefused
 */
export function checkTree(
  statement: unknown,
  tables: ReadonlySet<string>,
  parameters: ReadonlySet<string>,
): Named {
  const walk = new TreeWalk(tables, parameters);
  walk.visit(statement, new Set());
  // `select t from t` takes a row as a whole.
  const takesRow = [...walk.columns].some((name) => walk.aliases.has(name));
  return { tables: walk.found, columns: walk.columns, takesAll: walk.takesAll || takesRow };
}
