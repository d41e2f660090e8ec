import type { NodeType } from '../contract/enums.ts';
import type { ErrorDetail } from '../contract/errors.ts';
import * as catalogue from '../engine/components/catalogue.ts';

export type { ConfigCheck } from '../engine/components/catalogue.ts';

/** Schemas only, nothing that runs. */
export type Catalogue = Pick<
  typeof catalogue,
  | 'templates'
  | 'findTemplate'
  | 'validateConfig'
  | 'secretFields'
  | 'assetFields'
  | 'typesWithAssets'
  | 'listPorts'
  | 'listPaths'
  | 'examplePipeline'
>;

export const engineCatalogue: Catalogue = catalogue;

const prefixFields = (prefix: string, details: ErrorDetail[]): ErrorDetail[] =>
  details.map((detail) => ({ ...detail, field: detail.field ? `${prefix}.${detail.field}` : prefix }));

/** Prefixes details with their place in the body: `source.config.port`. */
export const placeConfigDetails = (
  { catalogue }: { catalogue: Catalogue },
  nodeType: NodeType,
  templateId: string,
  prefix: string,
  details: ErrorDetail[],
): ErrorDetail[] =>
  prefixFields(catalogue.findTemplate(nodeType, templateId) ? `${prefix}.config` : prefix, details);
