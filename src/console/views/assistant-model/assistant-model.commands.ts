import type { ScopeDefinition } from '../../commands/scopes.ts';
import { defineCommands } from '../../commands/types.ts';
import './scope.ts';

const NOT_HERE = 'Open Settings, Features, Model of the assistant first';

export const assistantModelCommands = defineCommands([
  {
    id: 'assistantModel.save',
    title: "Save the assistant's model",
    group: 'Assistant',
    icon: 'check',
    keywords: ['openai', 'ai', 'llm', 'endpoint', 'key'],
    keys: 'mod+s',
    scope: 'assistantModel',
    bar: 'Save',
    enabled: (ctx) => ctx.scopes.assistantModel?.canSave ?? NOT_HERE,
    run: (ctx) => ctx.scopes.assistantModel?.save(),
    calls: ['updateAssistantEndpoint'],
  },
  {
    id: 'assistantModel.test',
    title: 'Test model',
    listTitle: "Test the assistant's model",
    group: 'Assistant',
    icon: 'play',
    keywords: ['openai', 'ai', 'llm', 'endpoint', 'try'],
    keys: 'Shift+t',
    scope: 'assistantModel',
    bar: 'Test',
    enabled: (ctx) => ctx.scopes.assistantModel?.canTest ?? NOT_HERE,
    run: (ctx) => ctx.scopes.assistantModel?.test(),
    calls: ['testAssistantEndpoint'],
  },
]);

export const assistantModelScopes: readonly ScopeDefinition[] = [{ id: 'assistantModel', mode: 'SETTINGS' }];
