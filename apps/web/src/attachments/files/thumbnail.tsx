import { useState } from 'preact/hooks';
import { contentPath } from '../../api/client.js';
import { isImage } from '../../reading/parts/media.js';
import { Icon } from '../../ui/icon.js';
import type { Resource } from './file-row.js';

interface ThumbnailProps {
  readonly resource: Resource;
  /** True when the bytes are on this device. A request for missing bytes would make another device send them. */
  readonly isLocal: boolean;
}

const ENDING = /\.(\w{1,5})$/;

/** Shows the image if it can be decoded, else the ending of the file name or an icon. */
export function Thumbnail({ resource, isLocal }: ThumbnailProps) {
  const [isBroken, setBroken] = useState(false);
  const ending = ENDING.exec(resource.filename)?.[1];
  return (
    <div class="file-thumbnail">
      {isLocal && isImage(resource) && !isBroken ? (
        <img src={contentPath(resource.id)} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : ending === undefined ? (
        <Icon name="attachment" />
      ) : (
        <span class="file-ending" aria-hidden="true" translate={false}>
          {ending.toUpperCase()}
        </span>
      )}
    </div>
  );
}
