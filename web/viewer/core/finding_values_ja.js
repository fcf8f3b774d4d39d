// SPDX-License-Identifier: MIT
// Japanese sentences of findings with names and numbers, by the library's format string. {1} is the
// first value, {rule} the sentence of findings_ja.js. A test compares the formats with src/.
export default {
  // base, container
  'The file asks for %llu %s, more than the limit work allows for a file of %llu bytes: %llu, and %llu for each byte. Raise the limit if you trust the file.':
    '{3} バイトのファイルに対して処理量が多すぎます ({1})。上限 work は {4} に 1 バイトあたり {5} を加えた量です。信頼できるファイルなら上限を上げてください。',
  'This takes more memory than the limit memory allows for a file of %llu bytes: %llu, and %llu for each byte. Raise the limit if you trust the file.':
    '{1} バイトのファイルに許されたメモリを超えます。上限 memory は {2} に 1 バイトあたり {3} を加えた量です。信頼できるファイルなら上限を上げてください。',
  'Writing %s takes %llu bytes after %llu written before, more than the limit written allows for a file of %llu bytes: %llu, and %llu for each byte. Raise the limit if you trust the file.':
    '{4} バイトのファイルに許された書き込み量を超えます ({3} バイトの後に {2} バイト)。上限 written は {5} に 1 バイトあたり {6} を加えた量です。信頼できるファイルなら上限を上げてください。',
  '%lu bytes follow the end of the GLB; they are kept and not read.':
    'GLB の終わりの後に {1} バイトあります。残しますが、読みません。',
  'Chunk 0x%08lx has %lu bytes and reaches beyond the length in the header.':
    'チャンク 0x{1} ({2} バイト) が GLB ヘッダーの長さを超えています。ファイルが壊れています。',
  'Chunk 0x%08lx is of no known type; it is kept and not read.':
    'チャンク 0x{1} の種類が分かりません。残しますが、読みません。',
  'The file has %llu bytes, over the limit file_bytes of %llu; raise the limit if you trust the file.':
    'ファイルは {1} バイトで、上限 file_bytes の {2} を超えています。信頼できるファイルなら上限を上げてください。',
  'The file has only %lu bytes; a GLB header alone has 12.':
    'ファイルが {1} バイトしかありません。GLB ヘッダーだけで 12 バイトあります。',
  'The file is neither GLB nor glTF text: it begins with 0x%08lx instead of "glTF" or "{".':
    'GLB でも glTF テキストでもありません。先頭は 0x{1} です (“glTF” か “{” のはずです)。',
  'The file is neither GLB nor glTF text: it begins with "%.8s" instead of "glTF" or "{".':
    'GLB でも glTF テキストでもありません。先頭は “{1}” です (“glTF” か “{” のはずです)。',
  'The first chunk must hold the JSON; this one is 0x%08lx.':
    '最初のチャンクは JSON でなければなりませんが、0x{1} です。',
  'The header says %lu bytes; the file has %lu. It was cut short or damaged.':
    'ヘッダーでは {1} バイトですが、ファイルは {2} バイトです。途中で切れているか、壊れています。',
  'The header says that the file has %lu bytes, too few to hold a chunk.':
    'ヘッダーの長さ {1} バイトは小さすぎて、チャンクが入りません。',
  'The length %lu of chunk 0x%08lx is not a multiple of 4.': 'チャンク 0x{2} の長さ {1} が 4 の倍数ではありません。',
  'There is a chunk 0x%08lx already; this one is ignored.': 'チャンク 0x{1} はすでにあります。こちらは無視されます。',
  'This is GLB version %lu; only version 2 can be read.': 'GLB のバージョンが {1} です。読めるのは 2 だけです。',
  // author
  'Not found: %s. Say which nodes they are: --bone NAME=NODE for each.':
    '見つからないボーン: {1}。それぞれのノードを選んでください。',
  'No human figure was found. Found: %s. Not found: %s.':
    '人型が見つかりません。見つかったボーン: {1}。見つからないボーン: {2}。',
  '%s (node "%s") is not below %s (node "%s"). Say which node it is: --bone %s=NODE.':
    '{1} (ノード “{2}”) が {3} (ノード “{4}”) の下にありません。正しいノードを選んでください。',
  'The figure did not stand in the T-pose: %d nodes got new rotations, arms by up to %.0f degrees. Keep its pose with --keep-pose.':
    '元の姿勢は T ポーズではありませんでした。{1} 個のノードを回しました (腕は最大 {2} 度)。姿勢を保つには --keep-pose を使ってください。',
  'Names have left and right of %d bones on the wrong sides: toes and eyes point the other way, or arms are across from their legs. These bones were taken from where they are. To keep the names, state one: --bone leftUpperLeg=NODE.':
    '{1} 個のボーンの名前の左右が逆です (つま先や目の向き、または脚と腕の側が合いません)。位置から左右を決めました。名前のとおりにするには、左上脚などのノードを選んでください。',
  'The trunk leans by %.0f degrees in the T-pose. Stand the figure upright in the program that wrote it, and export it again.':
    'T ポーズで胴が {1} 度傾いています。書き出したプログラムで体をまっすぐに立たせ、もう一度書き出してください。',
  'A node above the figure turns it by %.0f degrees to face +Z and moves it by %.2f, %.2f, %.2f m to stand above the origin.':
    '上に加えたノードで {1} 度回して +Z に向け、{2}, {3}, {4} m 動かして原点の上に立たせました。',
  'The material stays as it is: MToon would lose its %s.':
    'MToon では見た目の一部 ({1}) が失われるため、マテリアルをそのまま残しました。',
  'One unit of the file is taken for %g m: the avatar is %.2f m high. State another unit with --metres.':
    'ファイルの 1 単位を {1} m とみなし、身長は {2} m です。違う場合は単位を指定してください。',
  'Scales of nodes were baked into the meshes: the avatar is %.2f m high.':
    'ノードの拡大縮小をメッシュに適用しました。身長は {1} m です。',
  'A node above the figure turns it by %.0f degrees to face +Z.': '体の上のノードで {1} 度回して +Z に向けました。',
  'A node above the figure moves it by %.2f, %.2f, %.2f m to stand above the origin.':
    '体の上のノードで {1}, {2}, {3} m 動かして原点の上に立たせました。',
  'The skeleton has more than %d joints.': '骨格の関節が {1} 個を超えています。',
  // gltf
  'Buffer view %d has %llu byte%s, which is too short for %llu element%s from byte %llu on.':
    'バッファービュー {1} は {2} バイトで、{6} バイト目からの {4} 要素には足りません。',
  'At most %llu elements of an accessor are read.': 'アクセサーの要素は {1} 個までしか読み込みません。',
  'The accessor has %llu element%s; %llu cannot be replaced.':
    'アクセサーの要素は {1} 個です。{3} 個は置き換えられません。',
  'The accessor has %llu element%s; %lld cannot be replaced.':
    'アクセサーの要素は {1} 個です。{3} 個は置き換えられません。',
  'The byteStride %lu of buffer view %d is smaller than an element (%lu).':
    'バッファービュー {2} の byteStride {1} が 1 要素 ({3} バイト) より小さいです。',
  'This needs %llu bytes when decoded; with the %llu used before that is over the limit decoded_bytes of %llu. Raise the limit if you trust the file.':
    '展開に {1} バイト必要で、すでに使った {2} バイトと合わせると上限 decoded_bytes の {3} を超えます。信頼できるファイルなら上限を上げてください。',
  'Property "%s" is missing; this is not a glTF 2.0 file.':
    'プロパティ {1} がないため、glTF 2.0 のファイルではありません。',
  'The file requires the extension "%s", which libvrm does not know: what uses it may be missing or look wrong.':
    '必須の拡張 {1} に対応していません。これを使う部分は欠けるか、正しく表示されないことがあります。',
  'This is glTF %s; it is read as 2.0.': 'glTF {1} です。2.0 として読みます。',
  'This is glTF %s; only glTF 2 can be read.': 'glTF {1} です。読めるのは glTF 2 だけです。',
  '%lld is not a value that "%s" can have.': '{2} の値 {1} は仕様の一覧にありません。一覧から選んでください。',
  'Node %d is a child of this node twice.': 'ノード {1} がこのノードの子に 2 回入っています。',
  'Node %d is already a child of node %d; it stays there.':
    'ノード {1} はすでにノード {2} の子です。そのままにします。',
  'Node %d is its own ancestor.': 'ノード {1} が自分自身の祖先になっています。',
  'Node %d is its own child.': 'ノード {1} が自分自身の子になっています。',
  '%lld is out of range: "%s" goes from %lld to %lld.': '{2} の値 {1} は範囲の外です ({3} から {4} まで)。',
  'Index %lld points at nothing: the file has %d of these.':
    'インデックス {1} の指すものがありません (全部で {2} 個)。',
  'Property "%s" is missing.': '必須のプロパティ {1} がありません。追加するか、書き出し直してください。',
  'Reading this file takes more than the limit decoded_bytes allows (%llu bytes are used, %llu more needed, at most %llu allowed); raise the limit if you trust the file.':
    '展開に必要なメモリが上限 decoded_bytes を超えます (使用 {1}、さらに {2} 必要、上限 {3} バイト)。信頼できるファイルなら上限を上げてください。',
  'This array has %lu entries, over the limit elements of %lu; raise the limit if you trust the file.':
    '配列の要素 {1} 個が上限 elements の {2} を超えています。信頼できるファイルなら上限を上げてください。',
  'This array has %lu entries; it should have %lu.': '配列の要素が {1} 個あります。{2} 個でなければなりません。',
  'This is %s; it should be %s.': '値が{1}です。{2}でなければなりません。',
  '"%s" is not a value that "%s" can have.': '{2} の値 “{1}” は仕様の一覧にありません。一覧から選んでください。',
  'The buffer should have %lld byte%s; there are %llu.': 'バッファーは {1} バイトのはずですが、{3} バイトです。',
  'The side file "%s" cannot be read; put it beside the document, as a real file and not as a link.':
    '別ファイル {1} を読めません。リンクではなく実際のファイルを、ドキュメントの隣に置いてください。',
  'The side file "%s" is larger than the limit file_bytes of %llu; raise the limit if you trust the file.':
    '別ファイル {1} が上限 file_bytes の {2} より大きいです。信頼できるファイルなら上限を上げてください。',
  'The side file "%s" is not read: the document was loaded from memory without a function that reads side files.':
    '別ファイル {1} が渡されていないため、読みません。',
  'This URI is not opened. %s': 'この URI は開きません。{1}',
  'A byteStride is a multiple of 4 from 4 to 252; this one is %lld.':
    'byteStride は 4 から 252 までの 4 の倍数ですが、{1} です。',
  'Bytes %llu and the %llu after it are not all inside buffer %d, which has %llu.':
    '{1} バイト目からの {2} バイトが、バッファー {3} ({4} バイト) に収まっていません。',
  // json
  'Line %u, column %u: expected %s, found %s.': 'JSON の {1} 行 {2} 列に文法の誤りがあります ({3} のはずが {4})。',
  'The JSON holds more values than the limit json_values of %llu.':
    'JSON の値の数が上限 json_values の {1} を超えています。',
  'The JSON is nested deeper than the limit json_depth of %llu.':
    'JSON の入れ子が上限 json_depth の {1} より深いです。',
  'The JSON text has %llu bytes, more than the limit file_bytes of %llu.':
    'JSON は {1} バイトで、上限 file_bytes の {2} を超えています。',
  // migrate
  'Passing on %s: licenseName %s, with the address that explains the words of 1.0. 0.x has no words for creditNotation %s, modification %s, political use %s and hateful use %s: they are in meta.extras.VRMC_vrm, which programs for 0.x do not show.':
    '再配布: {1}。licenseName は {2} とし、1.0 の用語を説明する URL を添えました。0.x にない項目 (creditNotation {3}、modification {4}、政治利用 {5}、憎悪表現 {6}) は meta.extras.VRMC_vrm に残しましたが、0.x のソフトでは表示されません。',
  'This was left out, and is kept in extras. %s': 'これは省き、extras に残しました。{1}',
  'Another expression has this preset or name already, or there is no such preset; this one became the custom expression "%s".':
    '同じプリセットか名前の表情がすでにあるか、そのプリセットがないため、カスタム表情 “{1}” になりました。',
  'In 0.x these colliders are more than %lu spheres and indices of groups, the limit elements; raise the limit if you trust the file.':
    '0.x ではコライダーの球とグループの数が上限 elements の {1} を超えます。信頼できるファイルなら上限を上げてください。',
  'Commercial use becomes commercialUsage %s%s.': '商用利用は commercialUsage {1} になります{2}。',
  'Licence %s becomes allowRedistribution %s, modification %s, creditNotation %s%s.':
    'ライセンス {1} は allowRedistribution {2}、modification {3}、creditNotation {4} になります{5}。',
  'Sexual use becomes allowExcessivelySexualUsage %s.': '性的表現は allowExcessivelySexualUsage {1} になります。',
  'The avatar has no name, which 1.0 requires; "%s" was written. Set a better one.':
    '1.0 で必須の名前がないため、“{1}” と書きました。適切な名前にしてください。',
  'The avatar names no author, which 1.0 requires; "%s" was written. Set the right one.':
    '1.0 で必須の作者がないため、“{1}” と書きました。正しい作者名にしてください。',
  'Violent use becomes allowExcessivelyViolentUsage %s.': '暴力表現は allowExcessivelyViolentUsage {1} になります。',
  'Who may use it becomes avatarPermission %s.': '使える人は avatarPermission {1} になります。',
  // model
  'The required bone %s is not mapped in the animation.': '必須のボーン {1} がアニメーションに割り当てられていません。',
  'The bind is ignored: mesh %d has %d morph target%s.':
    'このバインドは無視されます。メッシュ {1} のモーフターゲットは {2} 個です。',
  'Binds of meshes that many nodes show become more than %lu binds.':
    '多くのノードが同じメッシュを使うため、バインドが {1} 個を超えます。',
  '%s is mapped without %s, which it needs as its parent. Map that one too.':
    '{1} には親のボーン {2} が必要ですが、割り当てられていません。{2} も割り当ててください。',
  'Node %d is %s already; %s is left without a node. Give each bone a node of its own.':
    'ノード {1} はすでに {2} なので、{3} にノードがありません。ボーンごとに別のノードを割り当ててください。',
  'The node of %s is not below the node of %s. Correct the map or the node tree.':
    '{1} のノードが {2} のノードの下にありません。割り当てかノードの親子関係を直してください。',
  'The required bone %s is not mapped. Map it to a node.':
    '必須のボーン {1} が割り当てられていません。ノードに割り当ててください。',
  'VRM 0.x wants the bone %s mapped; applications of that time may refuse the avatar.':
    'VRM 0.x ではボーン {1} も必要です。当時のアプリでは読み込めないことがあります。',
  'The required property "%s" is missing.': '必須のプロパティ {1} がありません。追加するか、書き出し直してください。',
  'Node %d already belongs to spring %d, which keeps it. Let each node sway in one spring.':
    'ノード {1} はすでに揺れもの {2} に入っています。1 つのノードは 1 つの揺れものだけに入れてください。',
  // motion
  '%s has a skeleton of its own, so the model is not used: only VMD and VPD need one. Leave it out: --model (vrm_MotionDef.model).':
    '{1} には自分の骨格があるため、モデルは使いません。モデルが要るのは VMD と VPD だけです。--model (vrm_MotionDef.model) を外してください。',
  'No joint was recognised as %s; it stays still. A mapping can name it.':
    '{1} にあたるジョイントが見つからないため、動きません。対応表で指定できます。',
  'No hips were recognised among the joints (%d%s%s); say which joint is which bone with a mapping: --map, for which --map-template writes all joints (vrm_CaptureDef.names).':
    'ジョイント {1} 個の中に腰が見つかりません{2}{3}。対応表で指定してください。',
  'From %g s to %g s nothing is left of a motion of %g s.':
    '{3} 秒のモーションの {1} 秒から {2} 秒までには何も残りません。',
  'The motion has %d frames, more than a file of %llu bytes may ask for; %d are sampled. Ask for a rate if you trust the file: --fps.':
    'モーションは {1} フレームありますが、{2} バイトのファイルとしては多すぎるため、{3} フレームに間引いて読み込みます。信頼できるファイルなら、レート (--fps) を指定してください。',
  'The motion has more joints, frames or keys than a file of %llu bytes may have; cut it into pieces, or raise the limit of memory if you trust the file: --limit memory=BYTES (vrm_CaptureDef.max_bytes).':
    '{1} バイトのファイルとしては、ジョイント、フレーム、キーが多すぎます。モーションを分けるか、信頼できるファイルなら、メモリの上限を上げてください (--limit memory=BYTES)。',
  '%d of %d curves of the take move no joints or blend shapes, but cameras, lights or properties of a program; they are left out.':
    'テイクのカーブ {2} 本のうち {1} 本は、ジョイントでもブレンドシェイプでもなく、カメラ、ライト、独自のプロパティを動かすものです。読み込みません。',
  'Morphs that are lookUp, lookDown, lookLeft or lookRight are left out (%d, the first is "%.80s"): a VRM animation has a gaze instead.':
    'lookUp、lookDown、lookLeft、lookRight に当たるモーフ {1} 個 (最初は “{2}”) は省きます。VRM アニメーションでは代わりに視線を使います。',
  '%d of %d bones that the motion moves are not in the skeleton.':
    'モーションが動かすボーン {2} 個のうち {1} 個が骨格にありません。',
  'The model is too large: %s.': 'モデルが大きすぎます ({1})。',
  'Bone %s refers to a bone that does not exist, or to itself; this is ignored.':
    'ボーン {1} が、存在しないボーンか自分自身を参照しています。この参照は無視します。',
  'The file does not say how many frames it has, or says none; there %s %d.':
    'フレーム数が書かれていません。実際には {2} フレームあります。',
  'The file has a skeleton and not one whole frame of motion%s.':
    '骨格はありますが、完全なフレームが 1 つもありません{1}。',
  'The file states %llu frame%s and has %llu%s; %s. Export it again if the motion looks wrong.':
    '{1} フレームと書かれていますが、{3} フレームあります。動きがおかしければ書き出し直してください。',
  'The motion is too large: %s.': 'モーションが大きすぎます: {1}。',
  'The frames of the motion need more memory than the limit of %llu bytes; use fewer frames, or raise the limit: --limit memory=BYTES (max_bytes).':
    'モーションのフレームに必要なメモリが上限の {1} バイトを超えます。フレームを減らすか、上限を上げてください。',
  '%zu of %zu lines do not show the whole person; what they lack is interpolated between the lines before and after, or held.':
    '{2} 行のうち {1} 行は全身が写っていません。足りないところは前後の行から補間するか、そのまま保ちます。',
  'These are feature vectors of HumanML3D or KIT-ML (rows of %zu numbers), not positions; recover the positions of the joints first.':
    'HumanML3D か KIT-ML の特徴ベクトル (1 行 {1} 個) で、位置ではありません。先に関節の位置に戻してください。',
  'The array "%s" has %zu rows of %zu numbers, which is no motion of SMPL: rows of 72, 156 or 165 are.':
    '配列 “{1}” は {2} 行 {3} 列で、SMPL のモーションではありません (72、156、165 列です)。',
  'The array "%s" has %zu numbers for each of %d joints, matrices or a part of them; convert them to rotation vectors, 3 numbers for each joint.':
    '配列 “{1}” は {3} 関節それぞれに {2} 個の数値 (行列またはその一部) です。関節ごとに 3 個の回転ベクトルに変換してください。',
  'The array "%s" is of the type %s, which is not read; save it as float32.':
    '配列 “{1}” の型 {2} は読めません。float32 で保存してください。',
  'The array has %zu motions (%s); save each to a file of its own: numpy.save(file, array[0]).':
    '配列に {1} 個のモーション ({2}) があります。一つずつ別のファイルに保存してください: numpy.save(file, array[0])。',
  "The numbers are of the type %s, which is not read; save them as float32: numpy.save(file, array.astype('float32')).":
    "数値の型 {1} は読めません。float32 で保存してください: numpy.save(file, array.astype('float32'))。",
  'Positions are frames x joints x 3, with at least the joints of the layout that was asked for; the array is %s.':
    '位置はフレーム x 関節 x 3 で、指定した形の関節が必要です。配列は {1} です。',
  'Positions are frames x joints x 3, with the 22 joints of HumanML3D, 24 of SMPL, 33 of MediaPipe or 17 of COCO; the array is %s. If it begins with these joints, name the layout: --points (vrm_MotionDef.points).':
    '位置はフレーム x 関節 x 3 で、関節は HumanML3D の 22、SMPL の 24、MediaPipe の 33、COCO の 17 のいずれかです。配列は {1} です。先頭がこれらの関節なら --points で指定してください。',
  'The FBX file is damaged: %s.': 'FBX ファイルが壊れています: {1}。',
  'There is no take of the name "%.80s"; the file has %s.': '“{1}” というテイクはありません。あるのは {2} です。',
  'The mapping names morphs that the motion does not have (%d): %s.':
    '対応表にあるモーフのうち {1} 個がモーションにありません: {2}。',
  'The file has %d takes: "%.80s" is read, and not %s.': 'テイクが {1} 個あります。“{2}” を読み、{3} は読みません。',
  'The bind pose of the mesh is taken for the rest pose: %d of %d bones have one, and the arms are up to %.0f degrees off the T-pose%s.':
    'メッシュのバインドポーズを初期姿勢としました。{2} 本のボーンのうち {1} 本にあり、腕は T ポーズから最大 {3} 度ずれています{4}。',
  'The rest pose is taken from the rest file: its %s.': '初期姿勢は、初期姿勢のファイルの {1} から取りました。',
  'The rest file lacks some bones of the motion (%d): %s. Their rest pose is that of the motion.':
    '初期姿勢のファイルに、モーションのボーンのうち {1} 本がありません: {2}。その初期姿勢はモーションのものとします。',
  'The rest file has no %s; its %s is used.': '初期姿勢のファイルに {1} がないため、初期姿勢は {2} から取りました。',
  'The rest file %s.': '初期姿勢のファイルを使えません: {1}',
  'The rest file cannot be read: %.400s': '初期姿勢のファイルを読めません: {1}',
  'The rest file lacks joints of the motion (%d): %s. It must be of the same rig, with the same names.':
    '初期姿勢のファイルに、モーションのジョイントのうち {1} 個がありません: {2}。同じリグで、同じ名前のファイルを選んでください。',
  'The rest file is of another rig: the joint %.80s lies along another axis of the joint above it.':
    '初期姿勢のファイルは別のリグです。ジョイント {1} は、親のジョイントの別の軸の上にあります。',
  'This is no BVH file: %s was expected here.': 'BVH ファイルではありません。ここには {1} が必要です。',
  'The skeleton at rest is no person who stands, so the rest pose is estimated from the motion, of which frame %d stands best. If limbs come out twisted, begin with a T-pose and use --rest first (VRM_CAPTURE_REST_FIRST_FRAME).':
    '静止時の骨格が立った人の形ではないため、基準のポーズを動きから推定します。最も立った姿勢に近いのはフレーム {1} です。手足がねじれる場合は、T ポーズから始めてください。',
  'The %s was recognised, but not the %s that it hangs on: joints %s. Their motion would be put into it. Name them with a mapping: --map (vrm_CaptureDef.names).':
    '{1} は見つかりましたが、その上の {2} が見つかりません (ジョイント {3})。対応表で指定してください。',
  'Joints that were not recognised as bones (%d): %s. Those between bones move what hangs on them, the others are left out. A mapping can name them.':
    'ボーンと認識できないジョイントが {1} 個あります: {2}。ボーンの間のものは反映され、他は省かれます。対応表で指定できます。',
  // optimize
  'Kept in %s.': '{rule} 残した数: {1}',
  'Meshes that were not joined: %u; %s.': '{rule} メッシュの数: {1}。理由: {2}',
  'Morph targets with names of ARKit, which trackers drive: %d.': '{rule} トラッカーが使う ARKit の名前のもの: {1} 個',
  'Joints that nothing moves: %d.': '{rule} 何にも動かされないジョイント: {1}',
  'Spring joints: %llu of at most %llu.': '{rule} 揺れもののジョイントは {1} (上限 {2})。',
  'Triangles: %llu of at most %llu. Moved by morph targets: %llu.':
    '{rule} 三角形は {1} (上限 {2})。モーフターゲットが動かすもの: {3}',
  // rig
  'The constraints on nodes %s%d wait for each other in a circle; none of them runs. Break the circle.':
    'ノード {1}{2} のコンストレイントが循環していて、どれも動きません。循環をなくしてください。',
  // validate, glTF
  'The animation has no sampler %lld.': 'アニメーションにサンプラー {1} がありません。',
  'The output needs %llu value%s and has %llu.': 'output には {1} 個の値が必要ですが、{3} 個です。',
  'The BIN chunk has %llu byte%s, but the buffer only %lld.':
    'BIN チャンクは {1} バイトですが、バッファーは {3} バイトです。',
  'The URI cannot be read: %s': 'URI を読めません: {1}',
  'The buffer view reaches past the end of buffer %d, which has %lld byte%s.':
    'バッファービューがバッファー {1} ({2} バイト) の終わりを超えています。',
  'Every element of the array must be %s.': '配列の要素はすべて{1}でなければなりません。その要素を直してください。',
  'The array needs %u element%s and has %u.': '配列には {1} 個の要素が必要ですが、{3} 個です。',
  'The mesh has %u weight%s but %u morph target%s.':
    'メッシュの weights は {1} 個ですが、モーフターゲットは {3} 個です。',
  "The property '%s' is missing.": '必須のプロパティ {1} がありません。追加するか、書き出し直してください。',
  'There are %lld %s attributes, but they are not numbered from 0 to %lld.':
    '{2} 属性が {1} 個ありますが、番号が 0 から {3} まで続いていません。',
  '%llu more number%s like this one: it %s.': '同じ問題の数値が他に {1} 個あります。{rule}',
  '%llu of %llu triangles use a vertex twice and are invisible.':
    '三角形 {2} 個のうち {1} 個は同じ頂点を 2 回使うため、見えません。',
  '%s is stated as %.9g, but the data says %.9g.': '{1} は {2} と書かれていますが、データでは {3} です。',
  'Elements outside the stated %s of %.9g: %llu.': '書かれた {1} の {2} を外れる要素が {3} 個あります。',
  'Number %llu (%.9g) %s.': '{rule} ({1} 番目の値: {2})',
  'Sparse index number %llu (%llu) is not greater than the one before it.':
    'スパースの {1} 番目のインデックス ({2}) が、前のものより大きくありません。',
  'Sparse index number %llu (%llu) is past the end: there %s %llu element%s.':
    'スパースの {1} 番目のインデックス ({2}) が範囲の外です (要素は {4} 個)。',
  'The index %lld points past the end of %s, which has %u element%s.':
    'インデックス {1} の指すものがありません ({2} は {3} 個)。',
  'This needs /extensions/%s.': '/extensions/{1} が必要です。',
  'The picture has %u x %u pixels, which are not both powers of two.':
    '画像が {1} × {2} px で、縦横が 2 の累乗ではありません。',
  'The picture is %s, but mimeType says otherwise.': '画像は {1} ですが、mimeType が違います。',
  'The picture is damaged: %s': '画像が壊れています: {1}',
  '%lld vertices or indices cannot all be drawn as primitives of mode %u.':
    '{1} 個の頂点またはインデックスは、モード {2} のプリミティブとして割り切れません。',
  'A texture of the material uses TEXCOORD_%u, which the mesh does not have.':
    'マテリアルのテクスチャが使う TEXCOORD_{1} がメッシュにありません。',
  'Node %lld is a child of node %d, not a root.': 'ノード {1} はノード {2} の子で、ルートではありません。',
  'Node %lld is also a child of node %d.': 'ノード {1} はノード {2} の子でもあります。',
  'The node has %d weight%s but its mesh %d morph target%s.':
    'ノードの weights は {1} 個ですが、メッシュのモーフターゲットは {3} 個です。',
  'The skin has %d joint%s and %llu inverse bind matri%s.':
    'スキンのジョイントは {1} 個ですが、逆バインド行列は {3} 個です。',
  'More vertices whose weights do not add up to 1: %llu.': 'ウェイトの合計が 1 でない頂点が他に {1} 個あります。',
  'The weights of vertex %llu add up to %.9g instead of 1.': '頂点 {1} のウェイトの合計が 1 ではなく {2} です。',
  '%s of %s must be there.': '{2} のうち{1}が必要です。',
  'The array has %u element%s; from %u to %u are allowed.':
    '配列の要素が {1} 個あります。{3} 個から {4} 個まで許されます。',
  'The index %lld points at nothing: %s has %u element%s.': 'インデックス {1} の指すものがありません ({2} は {3} 個)。',
  'The value must be %s %g and %s %g.': '値は {2} {1}、{4} {3}でなければなりません。',
  'The value must be %s %g.': '値は {2} {1}でなければなりません。',
  'The value must be %s.': '値は{1}でなければなりません。',
  'The value must be one of %s.': '値は次のどれかでなければなりません: {1}。',
  "This needs the property '%s' beside it.":
    '一緒に必要なプロパティ {1} がありません。追加するか、こちらを削除してください。',
  // validate, VRM
  '%s is moved; only the hips may be. The channel is ignored.':
    '{1} が移動しています。移動できるのは hips だけです。このチャンネルは無視されます。',
  'The node of %s is not below the node of %s.': '{1} のノードが {2} のノードの下にありません。',
  'Constraints wait for each other in a circle: %s. None of them runs; remove one.':
    'コンストレイントが循環しています: {1}。どれも動きません。1 つ削除してください。',
  'There is no extension "%s"; write "%s".': '拡張 {1} はありません。{2} と書いてください。',
  'Material %d is %s material and has no %s; the bind does nothing.':
    'マテリアル {1} は{2}で、{3} がないため、このバインドは何もしません。',
  'The gaze works by expressions, but %s is missing or does nothing.':
    '視線が表情で動く設定ですが、{1} がないか、何も動かしません。',
  'The weight of a morph bind is from 0 to %.0f; the shape is overdrawn otherwise.':
    'モーフのバインドの強さは 0 から {1} までです。超えると形が崩れます。',
  'The lowest vertex is at Y = %.2f m; the soles should be at 0. Move the model.':
    '最も低い頂点が Y = {1} m にあります。足の裏が 0 になるようにモデルを動かしてください。',
  '%s and %s are %.0f cm away from being mirror images about X = 0.':
    '{1} と {2} が左右対称の位置から {3} cm ずれています。',
  '%s and its parent bone %s are at the same place, so the bone has no direction. Move them apart.':
    '{1} と親のボーン {2} が同じ位置にあり、向きが決まりません。離してください。',
  '%s points %.0f degrees away from straight ahead. Turn the foot forward.':
    '{1} が正面から {2}° ずれています。足を前に向けてください。',
  'From %s to %s the arm is %.0f degrees away from the T-pose. Stretch it out sideways, parallel to the ground.':
    '{1} から {2} の腕が T ポーズから {3}° ずれています。真横に、地面と平行に伸ばしてください。',
  'From %s to %s the leg is %.0f degrees away from straight down.': '{1} から {2} の脚が真下から {3}° ずれています。',
  "The avatar's left is where its right should be: it faces %s instead of %s. Turn the model around.":
    'アバターの左右が逆です。{2} ではなく {1} を向いています。モデルの向きを変えてください。',
  'The finger that begins at %s points %.0f degrees away from sideways. Stretch it.':
    '{1} の指が真横から {2}° ずれています。伸ばしてください。',
  'The node of %s is not in the scene that is shown. Add its root to the scene.':
    '{1} のノードが、表示されるシーンにありません。ルートをシーンに追加してください。',
  'The thumb points %.0f degrees away from half sideways, half forward. Turn %s.':
    '親指が斜め 45° 前から {1}° ずれています。{2} を回してください。',
  'The render queue of this kind of material is from %d to %d.':
    'この種類のマテリアルのレンダーキューは {1} から {2} までです。',
  'The format spells this member "%s", with two s; other programs do not see it otherwise.':
    'このメンバーの正しい綴りは {1} (s が 2 つ) です。違う綴りは他のソフトで読まれません。',
  'The thumbnail has %u x %u pixels; make it square, best 1024 x 1024.':
    'サムネイルが {1} × {2} px です。正方形 (1024 × 1024 を推奨) にしてください。',
  'The thumbnail has only %u x %u pixels; 1024 x 1024 is recommended.':
    'サムネイルが {1} × {2} px しかありません。1024 × 1024 を推奨します。',
  '"%s" is missing; the strictest value counts. Say what is allowed.':
    '{1} がないため、最も厳しい値とみなされます。許可する範囲を書いてください。',
  'Bind matrix %u holds a rotation or a scale; this dialect allows a translation only. Run vrm normalize; where it reports another pose, apply the pose as the rest pose in the modelling program.':
    'バインド行列 {1} に回転か拡大縮小があります。この形式では移動だけが許されます。正規化 (vrm normalize) してください。別のポーズだと言われたら、モデリングソフトで基準のポーズにしてください。',
  'Morph targets: %d. Names: %u.': 'モーフターゲットは {1} 個ですが、名前は {2} 個です。',
  'The bone %s has a scale that is zero or negative. Apply the scale in the modelling program.':
    'ボーン {1} の拡大縮小が 0 か負です。モデリングソフトで適用してください。',
  'Node %s and the joint behind it are at the same place, so it does not sway. Move them apart.':
    'ノード {1} と次のジョイントが同じ位置にあり、揺れません。離してください。',
  'The group lists collider %d twice. Remove one.': 'グループにコライダー {1} が 2 回あります。1 つ削除してください。',
  'The joint is the bone %s, whose pose is lost to the sway. Use a node of its own.':
    'ジョイントがボーン {1} そのものなので、揺れがポーズを上書きします。専用のノードを使ってください。',
  "The joint's radius %.3f does not fit into a collider of radius %.3f that it must stay inside of.":
    'ジョイントの半径 {1} m は、内側にとどまるべきコライダー (半径 {2} m) に入りません。',
  'The spring lists collider group %d twice. Remove one.':
    '揺れものにコライダーグループ {1} が 2 回あります。1 つ削除してください。',
};

/** English words that stand for a value. */
export const terms = {
  anything: '任意の値',
  'first frame': '最初のフレーム',
  'bind pose': 'バインドポーズ',
  'rest pose': '初期姿勢',
  'true or false': 'true か false',
  'an integer': '整数',
  'a number': '数値',
  'a string': '文字列',
  'an array': '配列',
  'an object': 'オブジェクト',
  'a boolean': '真偽値',
  nothing: '空',
  null: 'null',
  'greater than': 'より大きい値',
  'at least': '以上',
  'less than': 'より小さい値',
  'at most': '以下',
  'At most one': '多くても 1 つ',
  'At least one': '少なくとも 1 つ',
  'Exactly one': 'ちょうど 1 つ',
  'a PBR': ' PBR マテリアル',
  'an unlit': ' Unlit マテリアル',
  'an MToon': ' MToon マテリアル',
  'the file is a draft of 2019, or has several scenes or animated pointers':
    'ファイルが 2019 年の草案、複数のシーン、またはポインターのアニメーションを持つ',
  'a node has an extension that is not known': 'ノードに未知の拡張がある',
  'several nodes show the same mesh': '複数のノードが同じメッシュを表示する',
  'extras may name them by number': 'extras が番号で参照しているかもしれない',
  'they have extensions, extras or attributes of their own': '独自の拡張、extras、属性がある',
  'binds of expressions or keys of animations do not fit': '表情のバインドまたはアニメーションのキーが合わない',
  'their first-person settings differ': '一人称での見え方が異なる',
  'their joints, scale or rotation do not fit to others': 'ジョイント、スケール、回転がほかと合わない',
  'their morph targets do not fit to others': 'モーフターゲットがほかと合わない',
  'is allowed': '可',
  'is not allowed': '不可',
  ': companies are not meant unless the owner says so': ' (法人は権利者の許可が必要)',
  ': the licence forbids profit': ' (ライセンスが営利を禁じています)',
  '; what it grants beyond that is named by otherLicenseUrl': ' (それ以上の許可は otherLicenseUrl に記載)',
};
