import type { Asset } from '../../../contract/entities/asset.ts';

/** What the list of files publishes for its commands. */
export type FilesScope = {
  /** The one in the side panel, else the row under the cursor. */
  current: Asset | undefined;
  /** All that the screen knows, whatever is filtered away: its commands find theirs by id. */
  files: readonly Asset[];
  upload: () => void;
  replace: (file: Asset) => void;
  download: (file: Asset) => void;
  copyChecksum: (file: Asset) => void;
  /** Asks the delete actor to delete it. */
  remove: (file: Asset) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'files.list': FilesScope;
  }
}
