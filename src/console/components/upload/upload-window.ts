import type { Asset, UploadType } from '../../../contract/entities/asset.ts';
import type { Site } from '../../../contract/entities/site.ts';
import { createStore } from '../../lib/store.ts';

export type UploadWindow = {
  /** The file whose content is replaced; omitted for a new one. */
  replaces?: Pick<Asset, 'id' | 'name' | 'assetType' | 'revision'> | undefined;
  /** Lookup tables of a site managed by Git are changed by pull request. */
  site?: Site | undefined;
  /** Allowed types; all if omitted. */
  types?: readonly UploadType[] | undefined;
  dropped?: File | undefined;
  /** Called with the file's name after the upload. */
  taken?: ((name: string) => void) | undefined;
};

export const uploadWindow = createStore<UploadWindow | undefined>(undefined);

export const openUpload = (of: UploadWindow = {}): void => uploadWindow.set(of);
export const closeUpload = (): void => uploadWindow.set(undefined);
