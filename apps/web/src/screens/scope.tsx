import { Empty } from '../ui/states.js';

export const Screen = () => <Empty>All notes</Empty>;
