import type { z } from 'zod';
import type { NodeType, Protocol, TemplateType } from '../../../contract/enums.ts';

/** `field` is the setting that chose the port: `port` when left out. */
export type PortUse = { protocol: Protocol; port: number; address: string; field?: string };

type Described<Config> = {
  templateId: string;
  nodeType: NodeType;
  name: string;
  version: string;
  category: TemplateType;
  /** Heading in the type picker. */
  group: string;
  description: string;
  /** Name of a Lucide icon. */
  icon: string;
  /** What a person should know before trusting data to it. */
  warnings?: string[];
  /** Ports a source listens on. */
  ports?: (config: Config) => PortUse[];
  /** Archives of sources can be written to it. */
  holdsArchive?: true;
  /** Files that only one may write. */
  paths?: (config: Config) => string[];
};

/** A kind of component as the catalogue lists it: metadata and the one schema of its configuration. */
export type ComponentKind = Described<unknown> & { schema: z.ZodObject };

/** Declares a kind of component; `ports` and `paths` see the typed configuration. */
export function defineComponent<S extends z.ZodObject>(
  kind: Described<z.output<S>> & { schema: S },
): ComponentKind {
  const { ports, paths, ...rest } = kind;
  const read =
    <T>(use: (config: z.output<S>) => T[]) =>
    (config: unknown): T[] => {
      const parsed = kind.schema.safeParse(config);
      return parsed.success ? use(parsed.data) : [];
    };
  return { ...rest, ...(ports && { ports: read(ports) }), ...(paths && { paths: read(paths) }) };
}
