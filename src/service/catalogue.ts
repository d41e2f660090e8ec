import * as catalogue from '../engine/components/catalogue.ts';

export type { ConfigCheck } from '../engine/components/catalogue.ts';

/** What the service knows of components; schemas only, nothing that runs. */
export type Catalogue = Pick<
  typeof catalogue,
  | 'templates'
  | 'templateOf'
  | 'validateConfig'
  | 'secretFields'
  | 'assetFields'
  | 'typesWithAssets'
  | 'portsOf'
  | 'pathsOf'
  | 'examplePipeline'
>;

export const engineCatalogue: Catalogue = catalogue;
