import { changeSettings, settings } from '../kernel/settings.js';
import { type ListOrder, listOrders } from '../kernel/stored-settings.js';
import { Menu } from '../ui/menu.js';
import { text } from './texts.js';

const orderTexts: Readonly<Record<ListOrder, string>> = {
  updated_at: text.lastChanged,
  '-created_at': text.newestFirst,
  created_at: text.oldestFirst,
  title: text.titleUp,
  '-title': text.titleDown,
};

const densityTexts = { comfortable: text.comfortable, compact: text.compact } as const;

/**
 * Menu of the order and density of a list.
 *
 * @param hasOrders false when the service lists the scope in one order only
 */
export function ListOptions({ hasOrders = true }: { readonly hasOrders?: boolean }) {
  const { listOrder, density } = settings.value;
  const orders = (hasOrders ? listOrders : []).map((order) => ({
    label: orderTexts[order],
    isChecked: order === listOrder,
    run: () => changeSettings({ listOrder: order }),
  }));
  const densities = (['comfortable', 'compact'] as const).map((choice) => ({
    label: densityTexts[choice],
    isChecked: choice === density,
    run: () => changeSettings({ density: choice }),
  }));
  return <Menu label={text.listOptions} icon="sort" items={[...orders, ...densities]} />;
}
