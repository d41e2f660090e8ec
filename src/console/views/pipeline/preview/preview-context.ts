import { createContext, useContext } from 'react';
import type { Preview } from './use-preview.ts';

export const PreviewContext = createContext<Preview | undefined>(undefined);

export function usePreviewOnScreen(): Preview {
  const preview = useContext(PreviewContext);
  if (!preview) throw new Error('outside of a pipeline screen');
  return preview;
}
