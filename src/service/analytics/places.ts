export type Place = { pipelineId: string; componentId: string };
export type Key = string;

export const formatPlace = (place: Place): Key => `${place.pipelineId}/${place.componentId}`;

export const parsePlace = (key: Key): Place => {
  const [pipelineId = '', componentId = ''] = key.split('/');
  return { pipelineId, componentId };
};
