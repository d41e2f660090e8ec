import { type RefObject, useMemo } from 'react';
import { usePublishScope } from '../../../commands/scopes.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { type GraphHandle, type ViewKeys, ZOOM_STEP } from '../../../components/widgets/graph/types.ts';
import './canvas.commands.ts';

export function useCanvas(handle: RefObject<GraphHandle | null>, isDrawn: boolean): ViewKeys {
  const canvas = useMemo(
    () => ({
      fit: () => handle.current?.fitAll(),
      zoomIn: () => handle.current?.zoom(ZOOM_STEP),
      zoomOut: () => handle.current?.zoom(1 / ZOOM_STEP),
      actualSize: () => handle.current?.actualSize(),
      toggleMap: () => handle.current?.toggleMap(),
    }),
    [handle],
  );
  usePublishScope('pipeline.canvas', isDrawn ? canvas : undefined);
  const fit = useCommand('graph.fit').keys;
  const zoomIn = useCommand('graph.zoomIn').keys;
  const zoomOut = useCommand('graph.zoomOut').keys;
  const map = useCommand('graph.map').keys;
  return { fit, zoomIn, zoomOut, map };
}
