import type { Plugin } from 'vite';

const CORE = /\/node_modules\/zod\/v4\/core\/core\.js$/;
const UTIL = /\/node_modules\/zod\/v4\/core\/util\.js$/;

/** Texts of zod, and what stands in their place. */
const CHANGES = [
  {
    file: CORE,
    from: 'export /*@__NO_SIDE_EFFECTS__*/ function $constructor(',
    to: `
const onFirstUse = /*@__PURE__*/ new Proxy(Object.create(Object.prototype), {
  get(target, key, inst) {
    const def = inst.late;
    if (def === undefined) return Reflect.get(target, key, inst);
    if (key === 'def') return def;
    inst.late = undefined;
    inst.constructor.build(inst, def);
    return inst[key];
  },
});
export /*@__NO_SIDE_EFFECTS__*/ function $constructor(`,
  },
  {
    file: CORE,
    from: `        const inst = params?.Parent ? newError(Definition) : this;
        init(inst, def);
`,
    // Checks are built at once: schemas read them while they are built.
    to: `        if (isLate) {
            this.late = def;
            return;
        }
        return build(params?.Parent ? newError(Definition) : this, def);
    }
    const isLate = name.startsWith('ZodMini');
    if (isLate) Object.setPrototypeOf(_.prototype, onFirstUse);
    _.build = build;
    function build(inst, def) {
        init(inst, def);
`,
  },
  {
    file: UTIL,
    // What it was made from is read by registries and JSON schemas alone, which the console does not have.
    from: `    const cl = new inst._zod.constr(def ?? inst._zod.def);
    if (!def || params?.parent)
        cl._zod.parent = inst;
    return cl;`,
    to: '    return new inst.constructor(def ?? inst.def ?? inst._zod.def);',
  },
];

/**
 * Lets a schema of zod keep only its definition until something is asked of it. A screen loads a thousand schemas and
 * reads answers with a fifth of them; each takes 400 bytes and its part of the first task once it is built.
 */
export const createLateSchemasPlugin = (): Plugin => ({
  name: 'penstock-late-schemas',
  enforce: 'pre',
  transform(code, id) {
    const changes = CHANGES.filter(({ file }) => file.test(id));
    if (changes.length === 0) return null;
    const changed = changes.reduce((text, { from, to }) => {
      if (!text.includes(from)) throw new Error(`zod has changed, '${from}' is not in ${id}.`);
      return text.replace(from, () => to);
    }, code);
    return { code: changed, map: null };
  },
});
