/** One component of one pipeline: what figures are counted for. */
export type Place = { pipelineId: string; componentId: string };
export type Key = string;

export const keyOf = (place: Place): Key => `${place.pipelineId}/${place.componentId}`;

export const placeOf = (key: Key): Place => {
  const [pipelineId = '', componentId = ''] = key.split('/');
  return { pipelineId, componentId };
};
