import type { z } from 'zod';
import type { NodeType, Protocol, TemplateType } from '../../../contract/enums.ts';

/** `field`: the configuration property of the port; `port` by default. */
export type PortUse = { protocol: Protocol; port: number; address: string; field?: string };

type Described<Config> = {
  templateId: string;
  nodeType: NodeType;
  name: string;
  version: string;
  category: TemplateType;
  group: string;
  description: string;
  icon: string;
  warnings?: string[];
  /** Paths present in all its events. */
  eventFields?: string[];
  ports?: (config: Config) => PortUse[];
  holdsArchive?: true;
  /** Each file may have only one writer. */
  paths?: (config: Config) => string[];
};

export type ComponentKind = Described<unknown> & { schema: z.ZodObject };

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
