import type { Asset } from '../../../contract/entities/asset.ts';
import type { RequestWay } from '../../state/request-draft.ts';

export type FilesScope = {
  current: Asset | undefined;
  /** Includes filtered rows: commands look files up by id. */
  files: readonly Asset[];
  upload: () => void;
  replace: (file: Asset) => void;
  download: (file: Asset) => void;
  copyChecksum: (file: Asset) => void;
  remove: (file: Asset, way: RequestWay) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'files.list': FilesScope;
  }
}
