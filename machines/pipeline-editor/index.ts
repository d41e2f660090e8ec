export * from './pipeline-editor.machine.ts';
export * from './pipeline-editor.rules.ts';
export * from './pipeline-editor.selectors.ts';
export * from './pipeline-editor.texts.ts';
export * from './pipeline-editor.types.ts';
