import type { Asset, UploadType } from '../../../contract/entities/asset.ts';
import { createStore } from '../../commands/store.ts';

export type UploadWindow = {
  /** The stored file whose content is replaced; left out, a new one is made. */
  replaces?: Pick<Asset, 'id' | 'name' | 'assetType' | 'revision'> | undefined;
  /** Types a new one may have; all when left out. */
  types?: readonly UploadType[] | undefined;
  /** A file that was dropped somewhere. */
  dropped?: File | undefined;
  /** Told the name of the file once it is there. */
  taken?: ((name: string) => void) | undefined;
};

/** The window for an upload that is open. */
export const uploadWindow = createStore<UploadWindow | undefined>(undefined);

export const openUpload = (of: UploadWindow = {}): void => uploadWindow.set(of);
export const closeUpload = (): void => uploadWindow.set(undefined);
