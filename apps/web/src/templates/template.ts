import type { Output } from '@notes/contract';

/** A template as the service lists it. */
export type Template = Output<'listTemplates'>['templates'][number];
