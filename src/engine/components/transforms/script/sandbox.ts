import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

/** `broken`: the machine must not be reused. */
export type ScriptFailure = {
  readonly kind: 'error' | 'timeout' | 'memory' | 'result';
  readonly message: string;
};

export type ScriptLimits = { readonly timeoutMs: number; readonly memoryBytes: number };

/** A field as written; undefined when missing. @throws Error for a bad path */
export type ReadExact = (path: string) => string | undefined;

export type ScriptAnswer = readonly string[] | null;

const STACK_BYTES = 256 * 1024;

/**
 * Limit of list lengths: the interpreter's own loops ignore the deadline, and a sparse list takes no memory.
 */
const MAX_LIST = 1_000_000;

/**
 * Runs in the sandbox around the script. Returns `=` for surely unchanged, `-` dropped, `!` with a message,
 * or one JSON object per line.
 */
const HARNESS = `(function (code) {
  'use strict';
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { apply } = Reflect;
  const { getOwnPropertyDescriptor, getOwnPropertyNames, defineProperty } = Object;
  const hasShortList = (list) => {
    if (isArray(list)) return list.length <= ${MAX_LIST};
    if (typeof list !== 'object' || list === null) return true;
    if (list instanceof TypedArray) return apply(bytesOf, list, []) <= ${MAX_LIST};
    const length = getOwnPropertyDescriptor(list, 'length');
    return length ? length.value <= ${MAX_LIST} : !('length' in list);
  };
  const guard = (methods) => {
    for (const name of getOwnPropertyNames(methods)) {
      const { value: native } = getOwnPropertyDescriptor(methods, name);
      if (typeof native !== 'function' || name === 'constructor') continue;
      const { [name]: guarded } = {
        [name](...args) {
          if (!hasShortList(this)) throw new RangeError('the list is too long');
          for (let i = 0; i < args.length; i++)
            if (isArray(args[i]) && !hasShortList(args[i])) throw new RangeError('the list is too long');
          return apply(native, this, args);
        },
      };
      defineProperty(methods, name, { value: guarded });
    }
  };
  const TypedArray = Object.getPrototypeOf(Uint8Array);
  const { get: bytesOf } = getOwnPropertyDescriptor(TypedArray.prototype, 'byteLength');
  guard(Array.prototype);
  guard(TypedArray.prototype);
  delete String.raw;
  delete globalThis.BigInt;
  delete globalThis.SharedArrayBuffer;
  delete globalThis.Proxy;
  const run = new Function('event', '"use strict";\\n' + code);
  const isObject = (value) => typeof value === 'object' && value !== null && !isArray(value);
  const text = (value) => {
    if (!isObject(value)) return undefined;
    const json = stringify(value);
    return typeof json === 'string' && json[0] === '{' ? json : undefined;
  };
  return function (json) {
    const event = parse(json);
    const result = run(event);
    if (result === null || result === false) return '-';
    if (result === undefined || result === event) {
      const after = text(event);
      if (after === undefined) return '!made the event something other than an object';
      return after === json ? '=' : after;
    }
    if (!isArray(result)) return text(result) ?? '!returned ' + typeof result + ' instead of an object, a list of objects or null';
    if (result.length === 0) return '-';
    let lines = '';
    for (let i = 0; i < result.length; i++) {
      const line = text(result[i]);
      if (line === undefined) return '!returned a list whose entry ' + i + ' is not an object';
      lines += (i === 0 ? '' : '\\n') + line;
    }
    return lines;
  };
})`;

/** Spare interpreters by memory limit, replacing those that ran out of memory: they cannot be cleaned up. */
const spares = new Map<number, QuickJSWASMModule[]>();
const SPARES = 2;

const PAGE_BYTES = 64 * 1024;
/** Initial memory, including the interpreter's stack and tables. */
const FIRST_PAGES = 256;

/**
 * An interpreter with a hard memory limit. QuickJS checks its own limit per allocation only, so many small
 * ones would fill 2 GiB.
 */
const newInterpreter = (memoryBytes: number): Promise<QuickJSWASMModule> => {
  const maximum = FIRST_PAGES + Math.ceil(memoryBytes / PAGE_BYTES);
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum });
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
};

const getSpares = (memoryBytes: number): QuickJSWASMModule[] => {
  const own = spares.get(memoryBytes) ?? [];
  spares.set(memoryBytes, own);
  return own;
};

export async function loadInterpreter({ memoryBytes }: Pick<ScriptLimits, 'memoryBytes'>): Promise<void> {
  const own = getSpares(memoryBytes);
  do own.push(await newInterpreter(memoryBytes));
  while (own.length < SPARES);
}

class Machine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly run: QuickJSHandle;
  deadline = Number.POSITIVE_INFINITY;
  isOver = false;
  readExact: ReadExact = () => undefined;

  constructor(module: QuickJSWASMModule, code: string, { memoryBytes }: ScriptLimits) {
    this.runtime = module.newRuntime();
    this.runtime.setMemoryLimit(memoryBytes);
    this.runtime.setMaxStackSize(STACK_BYTES);
    this.runtime.setInterruptHandler(() => {
      this.isOver ||= performance.now() > this.deadline;
      return this.isOver;
    });
    this.context = this.runtime.newContext();
    const { context } = this;
    using exact = context.newFunction('exact', (path) => {
      const text = this.readExact(context.getString(path));
      return text === undefined ? context.undefined : context.newString(text);
    });
    context.setProp(context.global, 'exact', exact);
    const harness = context.unwrapResult(context.evalCode(HARNESS, 'penstock'));
    const text = context.newString(code);
    const made = context.callFunction(harness, context.undefined, text);
    harness.dispose();
    text.dispose();
    this.run = context.unwrapResult(made);
  }
}

/**
 * Runs a script in its own interpreter with limited time and memory. It sees only the event: no process,
 * files or network. Its globals may be lost at any time.
 */
export class Sandbox {
  private readonly code: string;
  private readonly limits: ScriptLimits;
  private machine: Machine;

  /** @throws Error when the interpreter rejects the script */
  constructor(code: string, limits: ScriptLimits) {
    this.code = code;
    this.limits = limits;
    this.machine = this.newMachine();
  }

  run(json: string, readExact?: ReadExact): ScriptAnswer | ScriptFailure {
    const began = performance.now();
    if (readExact) this.machine.readExact = readExact;
    const answer = this.answer(json, began + this.limits.timeoutMs);
    const isFailure = answer !== null && 'kind' in answer;
    if (isFailure && answer.kind === 'memory') this.renew();
    // A single interpreter step, such as writing a long text, cannot be interrupted and may end late.
    return performance.now() - began > LATE * this.limits.timeoutMs ? TIMEOUT : answer;
  }

  private answer(json: string, deadline: number): ScriptAnswer | ScriptFailure {
    const { machine } = this;
    const { context } = machine;
    machine.isOver = false;
    machine.deadline = deadline;
    try {
      using input = context.newString(json);
      using result = context.callFunction(machine.run, context.undefined, input);
      if (!result.error) return read(context.getString(result.value));
      if (machine.isOver) return TIMEOUT;
      // Reading a thrown value may run script code again.
      machine.deadline = performance.now() + this.limits.timeoutMs;
      const message = describe(context, result.error);
      return OUT_OF_MEMORY.test(message) ? { kind: 'memory', message } : { kind: 'error', message };
    } catch {
      return { kind: 'memory', message: 'out of memory' };
    } finally {
      machine.isOver = false;
    }
  }

  private newMachine(): Machine {
    const interpreter = getSpares(this.limits.memoryBytes).pop();
    if (!interpreter) throw new Error('no interpreter is ready');
    return new Machine(interpreter, this.code, this.limits);
  }

  /** Replaces an interpreter that ran out of memory, once a spare is ready. */
  private renew(): void {
    const own = getSpares(this.limits.memoryBytes);
    if (own.length > 0) this.machine = this.newMachine();
    if (own.length < SPARES) void loadInterpreter(this.limits).catch(() => {});
  }
}

const OUT_OF_MEMORY = /out of memory/;
const TIMEOUT: ScriptFailure = { kind: 'timeout', message: 'took too long' };
/** A larger overrun is not caused by a busy machine. */
const LATE = 3;

function describe(context: QuickJSContext, error: QuickJSHandle): string {
  const thrown: unknown = context.dump(error);
  if (typeof thrown !== 'object' || thrown === null) return `threw ${JSON.stringify(thrown)}`.slice(0, 300);
  const { name, message, stack } = thrown as { name?: unknown; message?: unknown; stack?: unknown };
  const line = /<input>:(\d+)/.exec(String(stack))?.[1];
  const where = line === undefined ? '' : ` (line ${Math.max(1, Number(line) - LINES_BEFORE)})`;
  return `${String(name ?? 'Error')}: ${String(message ?? '')}`.slice(0, 300) + where;
}

const LINES_BEFORE = 3;

function read(answer: string): ScriptAnswer | ScriptFailure {
  if (answer === '=') return null;
  if (answer === '-') return [];
  if (answer.startsWith('!')) return { kind: 'result', message: answer.slice(1) };
  return answer.split('\n');
}
